import * as fc from 'fast-check';

// A fixed seed, so that a run is reproducible.
const SEED = 20_260_801;

// Enough for a readable counterexample, without minutes of shrinking on a slow store.
const MAX_SHRINKS = 100;

/** Checks a property. Each sample gets its own prefix for the ids of its projects. */
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
