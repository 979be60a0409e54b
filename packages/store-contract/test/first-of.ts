/** Returns as many of the first as these bytes of JSON have, but at least one. */
export const firstOf = <T>(
  all: readonly T[],
  maxBytes: number,
  contentsOf: (each: T) => readonly unknown[] = (each) => [each],
): readonly T[] => {
  let left = maxBytes;
  return all.filter((each, index) => {
    for (const content of contentsOf(each)) left -= Buffer.byteLength(JSON.stringify(content));
    return index === 0 || left >= 0;
  });
};
