import { setImmediate as aTurn } from 'node:timers/promises';
import {
  type Contract,
  guardedDeleteContracts,
  type GuardedDeletePorts,
  type OpenStore,
  runCase,
  searchContracts,
  type SearchPorts,
  strategyDeleteContracts,
  type StrategyDeletePorts,
} from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { err, ok, type Result } from 'neverthrow';
import { expect, it } from 'vitest';
import { withoutSignal } from './wrong-store.ts';

type TwoOperations = SearchPorts & GuardedDeletePorts & StrategyDeletePorts;
type Call = (...args: readonly unknown[]) => PromiseLike<Result<unknown, unknown>>;
type Around = (call: Call, args: readonly unknown[]) => Promise<Result<unknown, unknown>>;

const CONTRACTS: readonly Contract<TwoOperations>[] = [
  ...searchContracts,
  ...strategyDeleteContracts,
  ...guardedDeleteContracts,
];

/** The calls that a platform implements for the two operations. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  reader: ['search'],
  strategies: ['delete', 'deleteIf', 'findUse', 'list', 'register'],
  projects: ['register'],
  writer: ['put', 'remove'],
  events: ['list'],
};

/** A new store that has only these calls. */
function twoOperations(around: Around): TwoOperations {
  const store = createMemoryStore() as unknown as Record<string, Record<string, Call>>;
  const ports = Object.entries(CALLS).map(([port, names]) => {
    const calls = names.map((name) => [
      name,
      (...args: readonly unknown[]) => around(store[port]?.[name] as Call, args),
    ]);
    return [port, Object.fromEntries(calls)];
  });
  return Object.fromEntries(ports);
}

/** Opens a store of `async` functions, each of which takes a turn, as over a network. */
const open: OpenStore<TwoOperations> = async () => {
  let isDown = false;
  const store = twoOperations(async (call, args) => {
    await aTurn();
    return isDown ? err({ type: 'StoreUnavailable', cause: new Error('down') }) : call(...args);
  });
  const breakDown = async () => {
    isDown = true;
    return async () => {
      isDown = false;
    };
  };
  return { store, breakDown, release: async () => {} };
};

describeContracts('a store of two operations', CONTRACTS, open);

/** Opens a store that knows nothing of outages and signals. */
const openUndisturbed: OpenStore<TwoOperations> = async () => {
  const store = twoOperations(async (call, args) => call(...withoutSignal(args)));
  return { store, breakDown: async () => async () => {}, release: async () => {} };
};

// wrong-stores.ts has the others.
it.for(CONTRACTS.filter(({ port }) => port.endsWith(', interrupted')))(
  '$port rejects a store that is never interrupted',
  async ({ cases }) => {
    const ends = await Promise.allSettled(cases.map((each) => runCase(each, openUndisturbed)));
    expect(ends).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'ERR_ASSERTION' }) }),
    );
  },
);

/** How each case about the event of a delete ends with these events. */
const endsOfEvents = (events: Pick<StrategyDeletePorts, 'events'>) => {
  const contract = strategyDeleteContracts.find(({ port }) => port.endsWith(', its event'));
  const openWith: OpenStore<StrategyDeletePorts> = async () => {
    const { strategies } = (await open()).store;
    return { store: { strategies, ...events }, release: async () => {} };
  };
  return Promise.allSettled((contract?.cases ?? []).map((each) => runCase(each, openWith)));
};

it('rejects a store whose deletes record no event, if it has events', async () => {
  const rejected = expect.objectContaining({ status: 'rejected' });
  const none = { list: async () => ok({ events: [], hasMore: false }) };

  expect(await endsOfEvents({ events: none })).toEqual([rejected, rejected]);
  const notRun = { status: 'fulfilled', value: 'not run' };
  expect(await endsOfEvents({})).toEqual([notRun, notRun]);
});
