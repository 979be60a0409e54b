/** Returns the items of lists in round robin, each once: the first item of each list before the second of any. */
export function inRoundRobin<Item>(lists: readonly (readonly Item[])[]): ReadonlySet<Item> {
  const items = new Set<Item>();
  for (let rank = 0; rank < longestOf(lists); rank += 1) {
    for (const list of lists) {
      const item = list[rank];
      if (item !== undefined) items.add(item);
    }
  }
  return items;
}

/**
 * Cuts lists so that the items left on them take at most `maxBytes`, each item counted once. Takes them in the order of
 * {@link inRoundRobin}, and at least one.
 */
export function cutRoundRobin<Item>(
  lists: readonly (readonly Item[])[],
  bytesOf: (item: Item) => number,
  maxBytes: number,
): readonly (readonly Item[])[] {
  const taken = new Set<Item>();
  let bytes = 0;
  for (let rank = 0; rank < longestOf(lists); rank += 1) {
    for (let index = 0; index < lists.length; index += 1) {
      const item = lists[index]?.[rank];
      if (item === undefined || taken.has(item)) continue;
      bytes += bytesOf(item);
      if (bytes > maxBytes && taken.size > 0) {
        return lists.map((list, nth) => list.slice(0, nth < index ? rank + 1 : rank));
      }
      taken.add(item);
    }
  }
  return lists;
}

const longestOf = (lists: readonly (readonly unknown[])[]): number =>
  lists.reduce((longest, { length }) => Math.max(longest, length), 0);
