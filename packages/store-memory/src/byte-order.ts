/** Compares texts by their UTF-8 bytes, which is not how JavaScript compares strings. */
export function byByteOrder<T>(textOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => Buffer.compare(Buffer.from(textOf(a)), Buffer.from(textOf(b)));
}
