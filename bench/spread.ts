/** The median of several rounds, and their range. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [min, max, median] = [0, -1, Math.floor(sorted.length / 2)].map((at) => sorted.at(at));
  if (min === undefined || max === undefined || median === undefined) {
    throw new Error('nothing was measured');
  }
  return { median, min, max };
}
