/** Orders texts by the bytes of their UTF-8, which is not the order of their UTF-16 code units. */
export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));
