import * as fc from 'fast-check';

// Always the same samples: a store's verdict must not depend on the day.
const SEED = 20_260_801;

// Enough for a counterexample that can be read. A store that is slow and wrong must not take minutes to say so.
const MAX_SHRINKS = 100;

/** Checks a property with as many samples. Each sample gets a prefix of its own for its projects' ids. */
export function holdsFor<T>(
  runs: number,
  arbitrary: fc.Arbitrary<T>,
  property: (sample: T, prefix: string) => Promise<void>,
): Promise<void> {
  let samples = 0;
  return fc.assert(
    fc.asyncProperty(fc.limitShrink(arbitrary, MAX_SHRINKS), (sample) => {
      samples += 1;
      return property(sample, `${samples}:`);
    }),
    { seed: SEED, numRuns: runs },
  );
}
