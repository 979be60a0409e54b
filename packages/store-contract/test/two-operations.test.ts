import {
  type Contract,
  guardedDeleteContracts,
  type OpenStore,
  runCase,
  searchContracts,
  strategyDeleteContracts,
  type StrategyDeletePorts,
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

/** Deletes without a trace. */
class Unrecorded extends TwoOperationStore {
  override record(): void {}
}

/** How each case about the event of a delete ends. */
const endsOfEvents = async (open: OpenStore<StrategyDeletePorts>) => {
  const contract = strategyDeleteContracts.find(({ port }) => port.endsWith(', its event'));
  return Promise.allSettled((contract?.cases ?? []).map((each) => runCase(each, open)));
};

it('rejects a store whose deletes record no event, if it has events', async () => {
  const rejected = expect.objectContaining({ status: 'rejected' });

  expect(await endsOfEvents(opening(Unrecorded))).toEqual([rejected, rejected]);
  const without: OpenStore<StrategyDeletePorts> = async () => {
    const { strategies } = new Unrecorded();
    return { store: { strategies }, release: async () => {} };
  };
  const notRun = { status: 'fulfilled', value: 'not run' };
  expect(await endsOfEvents(without)).toEqual([notRun, notRun]);
});
