/** Compares names by their bytes in UTF-8: negative if the first comes before the second. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    // Bytes have the order of code points, in which surrogates come last.
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

const rankOf = (unit: number): number => (isSurrogate(unit) ? unit + 0x1_0000 : unit);

const isSurrogate = (unit: number): boolean => unit >= 0xd8_00 && unit <= 0xdf_ff;
