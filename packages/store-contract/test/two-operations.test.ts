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
import { ok } from 'neverthrow';
import { expect, it } from 'vitest';
import {
  type Call,
  makeTwoOperationStore,
  Network,
  type TwoOperationPorts,
} from './two-operation-store.ts';

const CONTRACTS: readonly Contract<TwoOperationPorts>[] = [
  ...searchContracts,
  ...strategyDeleteContracts,
  ...guardedDeleteContracts,
];

/** Opens a store behind a network, or one whose calls are made in another way. */
const opening =
  (call?: Call): OpenStore<TwoOperationPorts> =>
  async () => {
    const network = new Network();
    const breakDown = async () => {
      network.isDown = true;
      return async () => {
        network.isDown = false;
      };
    };
    const store = makeTwoOperationStore(call ?? network.call);
    return { store, breakDown, release: async () => {} };
  };

describeContracts('a store of two operations', CONTRACTS, opening());

// wrong-stores.ts has the others.
it.for(CONTRACTS.filter(({ port }) => port.endsWith(', interrupted')))(
  '$port rejects a store that is never interrupted',
  async ({ cases }) => {
    const undisturbed = opening(async (work) => work({}));
    const ends = await Promise.allSettled(cases.map((each) => runCase(each, undisturbed)));
    expect(ends).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'ERR_ASSERTION' }) }),
    );
  },
);

/** How each case about the event of a delete ends. */
const endsOfEvents = async (open: OpenStore<StrategyDeletePorts>) => {
  const contract = strategyDeleteContracts.find(({ port }) => port.endsWith(', its event'));
  return Promise.allSettled((contract?.cases ?? []).map((each) => runCase(each, open)));
};

it('rejects a store whose deletes record no event, if it has events', async () => {
  const opened = (events?: StrategyDeletePorts['events']) => async () => {
    const { strategies } = makeTwoOperationStore(new Network().call);
    return { store: { strategies, ...(events && { events }) }, release: async () => {} };
  };
  const rejected = expect.objectContaining({ status: 'rejected' });
  const none = { list: async () => ok({ events: [], hasMore: false }) };

  expect(await endsOfEvents(opened(none))).toEqual([rejected, rejected]);
  const notRun = { status: 'fulfilled', value: 'not run' };
  expect(await endsOfEvents(opened())).toEqual([notRun, notRun]);
});
