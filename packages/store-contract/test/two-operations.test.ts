import {
  type Contract,
  guardedDeleteContracts,
  type OpenStore,
  runCase,
  searchContracts,
  strategyDeleteContracts,
} from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { expect, it } from 'vitest';
import type { Result } from 'neverthrow';
import { TwoOperationStore } from './two-operation-store.ts';

const CONTRACTS: readonly Contract<TwoOperationStore>[] = [
  ...searchContracts,
  ...strategyDeleteContracts,
  ...guardedDeleteContracts,
];

const opening =
  (Store = TwoOperationStore): OpenStore<TwoOperationStore> =>
  async () => {
    const store = new Store();
    const breakDown = async () => {
      store.isDown = true;
      return async () => {
        store.isDown = false;
      };
    };
    return { store, breakDown, release: async () => {} };
  };

describeContracts('a store of two operations', CONTRACTS, opening());

/** Knows nothing of outages and signals. */
class Undisturbed extends TwoOperationStore {
  override async call<T, E>(work: () => Result<T, E>) {
    return work();
  }
}

// wrong-stores.ts has the others.
it.for(CONTRACTS.filter(({ port }) => port.endsWith(', interrupted')))(
  '$port rejects a store that is never interrupted',
  async ({ cases }) => {
    const ends = await Promise.allSettled(cases.map((each) => runCase(each, opening(Undisturbed))));
    expect(ends).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'ERR_ASSERTION' }) }),
    );
  },
);
