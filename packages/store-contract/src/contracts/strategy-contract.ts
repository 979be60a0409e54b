import assert from 'node:assert/strict';
import { BUILT_IN_STRATEGY_DEFINITIONS, type Store, type StrategyDefinition } from '@forewarn/core';
import { strategyDefinition, strategyEntries } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES, UNORDERED_NAMES } from '../samples/names.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { eventsDuring } from '../suite/events-during.ts';
import type { StrategyDeletePorts } from '../suite/ports.ts';
import { BY, importAll, repeat, times } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };
const NOT_FOUND = { type: 'StrategyNotFound', name: 'region' } as const;
const NOT_REGION = ['Region', 'region ', 'regio_', '%', 'Default', 'default ', ...INHERITED_NAMES];

const listed = (store: StrategyDeletePorts): Promise<readonly StrategyDefinition[]> =>
  valueOf(store.strategies.list());

const register = async (
  { strategies }: StrategyDeletePorts,
  ...definitions: readonly StrategyDefinition[]
): Promise<void> => {
  for (const each of definitions) await valueOf(strategies.register(each, BY));
};

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  byBytes(a.name, b.name);

const registerContract = contractOf('StrategyRepository.register', {
  'registers a definition, with one event whose data is the definition': async ({ store }) => {
    const before = await listed(store);
    const created = { type: 'strategy-created', preData: null } as const;
    await check.events(store, async () => {
      await register(store, region);
      await valueOf(store.strategies.register(bare, 'bob'));
    }, [
      { ...created, data: region, createdBy: BY },
      { ...created, data: bare, createdBy: 'bob' },
    ]);
    assert.deepEqual(await listed(store), [...before, region, bare].toSorted(byName));
  },
  'returns StrategyExists and changes nothing for a duplicate name': async ({ store }) => {
    await register(store, region);
    await check.refused(store, ['region', 'default'], (name) => [
      store.strategies.register(strategyDefinition(name, { description: 'another' }), BY),
      { type: 'StrategyExists', name },
    ]);
  },
  'registers exactly one of many concurrent definitions with the same name': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      const calls = times(20, () => store.strategies.register(region, BY));
      await check.oneSucceeds(calls, { type: 'StrategyExists', name: 'region' });
    });
    assert.equal(events.length, 1);
  },
});

const importNames = (store: Store) =>
  importAll(
    store,
    strategyEntries(UNORDERED_NAMES.map((name) => strategyDefinition(name, { title: name }))),
  );

const lookUpContract = contractOf('StrategyRepository.list and find', {
  'lists and finds only the built-in definitions in a new store': async ({ store }) => {
    assert.deepEqual(await listed(store), BUILT_IN_STRATEGY_DEFINITIONS.toSorted(byName));
    for (const builtIn of BUILT_IN_STRATEGY_DEFINITIONS) {
      assert.deepEqual(await valueOf(store.strategies.find(builtIn.name)), builtIn);
    }
  },
  'lists and finds a whole definition from its registration to its delete': async ({ store }) => {
    const before = await listed(store);
    await register(store, region, bare);
    assert.deepEqual(await listed(store), [...before, region, bare].toSorted(byName));
    for (const each of [region, bare]) {
      assert.deepEqual(await valueOf(store.strategies.find(each.name)), each);
      await valueOf(store.strategies.delete(each.name, BY));
    }
    assert.deepEqual(await listed(store), before);
    await check.fails(store.strategies.find('region'), NOT_FOUND);
  },
  'lists definitions in byte order of name': async ({ store }) => {
    const builtIn = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);
    await importNames(store);
    const names = (await listed(store)).map(({ name }) => name);
    assert.deepEqual(names, [...builtIn, ...UNORDERED_NAMES].toSorted(byBytes));
  },
  'finds a definition by its name, compared byte for byte': async ({ store }) => {
    await importNames(store);
    for (const name of UNORDERED_NAMES) {
      const found = await valueOf(store.strategies.find(name));
      assert.deepEqual([found.name, found.title], [name, name]);
    }
  },
  'returns StrategyNotFound for an unknown name': async ({ store }) => {
    await register(store, region);
    for (const name of NOT_REGION) {
      await check.fails(store.strategies.find(name), { type: 'StrategyNotFound', name });
    }
  },
});

/** Asserts that the calls return their errors, record no event and change no definition. */
async function assertDeletesNothing(
  store: StrategyDeletePorts,
  names: readonly string[],
  type: 'StrategyNotFound' | 'StrategyNotEditable',
): Promise<void> {
  const before = await listed(store);
  const deleteAll = async (): Promise<void> => {
    for (const name of names) await check.fails(store.strategies.delete(name, BY), { type, name });
  };
  await check.events(store, deleteAll, []);
  assert.deepEqual(await listed(store), before);
}

const deletedEvent = (preData: StrategyDefinition, createdBy = BY) =>
  ({ type: 'strategy-deleted', data: null, preData, createdBy }) as const;

/** Deleting a strategy definition. */
export const strategyDeleteContract = contractOf<StrategyDeletePorts>('StrategyRepository.delete', {
  'deletes a definition, with one event whose preData is the definition': async ({ store }) => {
    const before = await listed(store);
    await register(store, region, bare);
    await check.events(store, async () => {
      await valueOf(store.strategies.delete('region', 'bob'));
      await valueOf(store.strategies.delete('bare', BY));
    }, [deletedEvent(region, 'bob'), deletedEvent(bare)]);
    assert.deepEqual(await listed(store), before);
  },
  'returns StrategyNotFound and records no event for an unknown name': async ({ store }) => {
    await register(store, region, strategyDefinition('gone'));
    await valueOf(store.strategies.delete('gone', BY));
    await assertDeletesNothing(store, ['gone', ...NOT_REGION], 'StrategyNotFound');
  },
  'compares names byte for byte': async ({ store }) => {
    const before = await listed(store);
    const definitions = LOOK_ALIKE_NAMES.map((name) => strategyDefinition(name));
    await Promise.all(definitions.map((each) => register(store, each)));
    const deleteAll = async (): Promise<void> => {
      for (const { name } of definitions) await valueOf(store.strategies.delete(name, BY));
    };
    await check.events(
      store,
      deleteAll,
      definitions.map((each) => deletedEvent(each)),
    );
    assert.deepEqual(await listed(store), before);
  },
  'returns StrategyNotEditable and keeps the definition for a built-in one': async ({ store }) => {
    const names = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);
    await assertDeletesNothing(store, names, 'StrategyNotEditable');
  },
  'succeeds for one of a hundred concurrent deletes, with one event': async ({ store }) => {
    // In the first round a store may still be opening connections, which serializes the calls.
    await repeat(3, async () => {
      await register(store, region);
      const deleteOnce = () =>
        check.oneSucceeds(
          times(100, () => store.strategies.delete('region', BY)),
          NOT_FOUND,
        );
      await check.events(store, deleteOnce, [deletedEvent(region)]);
    });
  },
  'accepts the name of a deleted definition again': async ({ store }) => {
    const again = strategyDefinition('region', { description: 'again' });
    await register(store, region);
    await valueOf(store.strategies.delete('region', BY));
    await register(store, again);
    const deleteAgain = () => valueOf(store.strategies.delete('region', BY));
    await check.events(store, deleteAgain, [deletedEvent(again)]);
  },
});

/** Registering, listing and finding strategy definitions. */
export const strategyContracts: readonly Contract[] = [registerContract, lookUpContract];
