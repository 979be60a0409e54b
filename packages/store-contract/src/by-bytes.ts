/** Compares texts by their UTF-8 bytes, which differs from the order of UTF-16 code units. */
export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));
