import { createMemoryStore } from '@forewarn/store-memory';
import { type Flaws, itRejects } from '../../store-contract/test/wrong-store.ts';
import type { CleanupStore } from '../src/cleanups.ts';
import { cleanupContracts } from '../src/contract/index.ts';
import { memoryCleanup } from '../src/memory/index.ts';

type Spoil = (right: CleanupStore['featureUse']) => Partial<CleanupStore['featureUse']>;

const WRONG: Flaws<Spoil> = {
  FeatureUseRepository: [
    'takes what is older',
    (right) => ({
      replace: (use, options) =>
        right.replace({ ...use, asOf: '2026-11-21T10:42:07.000Z' }, options),
    }),
  ],
};

itRejects(cleanupContracts, WRONG, (spoil) => async () => {
  const right = createMemoryStore({}, [memoryCleanup]);
  const featureUse = { ...right.featureUse, ...spoil(right.featureUse) };
  return { store: { ...right, featureUse }, release: () => right.close() };
});
