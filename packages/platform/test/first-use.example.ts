import { timeSlices } from '@forewarn/platform';

/** Adds numbers, and lets other work have its turn meanwhile. */
export async function sumOf(numbers: readonly number[]): Promise<number> {
  const pause = timeSlices();
  let sum = 0;
  for (const each of numbers) {
    await pause();
    sum += each;
  }
  return sum;
}
