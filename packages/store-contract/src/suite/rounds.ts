import { setImmediate } from 'node:timers/promises';

/** Returns what each number below a count makes. */
export const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Does something several times, one after the other. */
export async function repeat(
  count: number,
  act: (round: number) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < count; round += 1) await act(round);
}

/** Looks several times, first before something happens and then meanwhile. */
export const lookDuring = (
  act: () => Promise<unknown>,
  look: () => Promise<unknown>,
  looks = 5,
): Promise<unknown> => Promise.all([repeat(looks, look), act()]);

/** Looks repeatedly while something is written several times, each in a turn of its own. */
export const lookWhile = (
  write: (round: number) => Promise<unknown>,
  look: (round: number) => Promise<unknown>,
): Promise<unknown> => {
  const writing = repeat(7, async (round) => {
    await setImmediate();
    await write(round);
  });
  return Promise.all([repeat(10, look), writing, repeat(10, look)]);
};
