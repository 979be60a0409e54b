/** Yields each item with the index of its list: the first item of each list before the second of any. */
export function* inFairOrder<Item>(
  lists: readonly (readonly Item[])[],
): Generator<readonly [index: number, item: Item]> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [index, list] of lists.entries()) {
      const item = list[rank];
      if (item !== undefined) yield [index, item];
    }
  }
}

/**
 * Cuts lists so that the items left on them take at most `maxBytes`, each item counted once. Takes them in the order of
 * {@link inFairOrder}, and at least one.
 */
export function cutFairly<Item>(
  lists: readonly (readonly Item[])[],
  bytesOf: (item: Item) => number,
  maxBytes: number,
): readonly (readonly Item[])[] {
  const taken = new Set<Item>();
  const cut = lists.map((): Item[] => []);
  let bytes = 0;
  for (const [index, item] of inFairOrder(lists)) {
    if (!taken.has(item)) bytes += bytesOf(item);
    if (bytes > maxBytes && taken.size > 0) return cut;
    taken.add(item);
    cut[index]?.push(item);
  }
  return cut;
}
