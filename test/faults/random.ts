/** Numbers that look random, and are the same for the same seed. */
export interface Random {
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  pick<T>(items: readonly T[]): T | undefined;
  /** Others, that depend on this one's seed and on a name. */
  of(name: string): Random;
}

/** The generator mulberry32, by Tommy Ettinger. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    pick: (items) => items[between(0, items.length - 1)],
    of: (name) =>
      randomOf(Buffer.from(name).reduce((hash, byte) => Math.imul(hash, 31) + byte, seed)),
  };
}
