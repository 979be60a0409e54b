import { toResultAsync } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';
import { expect, it } from 'vitest';
import { rejects } from '../../store-contract/test/wrong-store.ts';
import type { CleanupStore } from '../src/cleanup-store.ts';
import { cleanupContracts } from '../src/contract/index.ts';
import { memoryCleanup } from '../src/memory/index.ts';

const FLAWS: Readonly<
  Record<string, (right: CleanupStore['featureUse']) => Partial<CleanupStore['featureUse']>>
> = {
  'finds nothing when it is closed': (right) => ({
    find: (ids, options) => toResultAsync(right.find(ids, options)).orElse(() => okAsync([])),
  }),
  'takes what is older': (right) => ({
    replace: (use, options) => right.replace({ ...use, asOf: '2026-11-21T10:42:07.000Z' }, options),
  }),
  'ignores that there is no project': (right) => ({
    replace: (use, options) =>
      toResultAsync(right.replace(use, options)).orElse(() => okAsync(undefined)),
  }),
};

it.for(Object.entries(FLAWS))('the contract rejects a store that %s', async ([, spoil]) => {
  const [contract] = cleanupContracts;
  const isRejected = await rejects(contract!, async () => {
    const right = createMemoryStore({}, [memoryCleanup]);
    const featureUse = { ...right.featureUse, ...spoil(right.featureUse) };
    return { store: { ...right, featureUse }, release: () => right.close() };
  });

  expect(isRejected).toBe(true);
});
