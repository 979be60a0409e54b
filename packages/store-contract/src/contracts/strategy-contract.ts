import assert from 'node:assert/strict';
import { BUILT_IN_STRATEGY_DEFINITIONS, type Store, type StrategyDefinition } from '@forewarn/core';
import { strategyEntries } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES, UNORDERED_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { assertReturnsCopies, overwriteDeeply } from '../suite/copies.ts';
import { eventsDuring } from '../suite/events-during.ts';
import type { StrategyDeletePorts } from '../suite/ports.ts';
import { assertRefused } from '../suite/state-of.ts';
import { BY, importAll } from '../suite/store-calls.ts';
import { assertFails, assertOneSucceeds, errorOf, valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };

const listed = (store: StrategyDeletePorts): Promise<readonly StrategyDefinition[]> =>
  valueOf(store.strategies.list());

/** Registering a strategy definition. */
export const strategyRegisterContract: Contract = contractOf('StrategyRepository.register', {
  'registers a definition, with one event whose data is the definition': async ({ store }) => {
    const before = await listed(store);
    const events = await eventsDuring(store, async () => {
      await valueOf(store.strategies.register(region, BY));
      await valueOf(store.strategies.register(bare, 'bob'));
    });
    assert.deepEqual(events, [
      { type: 'strategy-created', data: region, preData: null, createdBy: BY },
      { type: 'strategy-created', data: bare, preData: null, createdBy: 'bob' },
    ]);
    assert.deepEqual(await listed(store), [...before, region, bare].toSorted(byName));
  },
  'returns StrategyExists and changes nothing for a duplicate name': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
    await assertRefused(store, ['region', 'default'], (name) => [
      store.strategies.register(strategyDefinition(name, { description: 'another' }), BY),
      { type: 'StrategyExists', name },
    ]);
  },
  'registers exactly one of many concurrent definitions with the same name': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      const calls = Array.from({ length: 20 }, () => store.strategies.register(region, BY));
      await assertOneSucceeds(calls, { type: 'StrategyExists', name: 'region' });
    });
    assert.equal(events.length, 1);
  },
  'copies its arguments: mutating them later changes nothing in the store': async ({ store }) => {
    const passed = structuredClone(region);
    const [event] = await eventsDuring(store, async () => {
      await valueOf(store.strategies.register(passed, BY));
      overwriteDeeply(passed);
    });
    assert.deepEqual(event?.data, region);
    assert.ok((await listed(store)).some(({ name }) => name === 'region'));
  },
});

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  byBytes(a.name, b.name);

const importNames = (store: Store) =>
  importAll(
    store,
    strategyEntries(UNORDERED_NAMES.map((name) => strategyDefinition(name, { title: name }))),
  );

/** Listing and finding strategy definitions. */
export const strategyLookUpContract: Contract = contractOf('StrategyRepository.list and find', {
  'lists and finds only the built-in definitions in a new store': async ({ store }) => {
    assert.deepEqual(
      await valueOf(store.strategies.list()),
      BUILT_IN_STRATEGY_DEFINITIONS.toSorted(byName),
    );
    for (const builtIn of BUILT_IN_STRATEGY_DEFINITIONS) {
      assert.deepEqual(await valueOf(store.strategies.find(builtIn.name)), builtIn);
    }
  },
  'lists and finds a whole definition from its registration to its delete': async ({ store }) => {
    const before = await valueOf(store.strategies.list());
    await valueOf(store.strategies.register(region, BY));
    await valueOf(store.strategies.register(bare, BY));
    assert.deepEqual(
      await valueOf(store.strategies.list()),
      [...before, region, bare].toSorted(byName),
    );
    assert.deepEqual(await valueOf(store.strategies.find('region')), region);
    assert.deepEqual(await valueOf(store.strategies.find('bare')), bare);
    await valueOf(store.strategies.delete('region', BY));
    await valueOf(store.strategies.delete('bare', BY));
    assert.deepEqual(await valueOf(store.strategies.list()), before);
    assert.equal((await errorOf(store.strategies.find('bare'))).type, 'StrategyNotFound');
  },
  'lists definitions in byte order of name': async ({ store }) => {
    const builtIn = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);
    await importNames(store);
    assert.deepEqual(
      (await valueOf(store.strategies.list())).map(({ name }) => name),
      [...builtIn, ...UNORDERED_NAMES].toSorted(byBytes),
    );
  },
  'finds a definition by its name, compared byte for byte': async ({ store }) => {
    await importNames(store);
    const found = await Promise.all(
      UNORDERED_NAMES.map((name) => valueOf(store.strategies.find(name))),
    );
    const pairs = found.map(({ name, title }) => [name, title]);
    assert.deepEqual(
      pairs,
      UNORDERED_NAMES.map((name) => [name, name]),
    );
  },
  'returns StrategyNotFound for an unknown name': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
    for (const name of ['Region', 'region ', 'regio_', '%', 'Default', ...INHERITED_NAMES]) {
      await assertFails(store.strategies.find(name), { type: 'StrategyNotFound', name });
    }
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await valueOf(store.strategies.register(structuredClone(region), BY));
    await assertReturnsCopies(async () => [
      await valueOf(store.strategies.list()),
      await valueOf(store.strategies.find('region')),
      await valueOf(store.strategies.find('default')),
    ]);
  },
});

/** Deleting a strategy definition. */
export const strategyDeleteContract: Contract<StrategyDeletePorts> = contractOf(
  'StrategyRepository.delete',
  {
    'deletes a definition, with one event whose preData is the whole definition': async ({
      store,
    }) => {
      const before = await listed(store);
      await valueOf(store.strategies.register(region, BY));
      await valueOf(store.strategies.register(bare, BY));
      const events = await eventsDuring(store, async () => {
        await valueOf(store.strategies.delete('region', 'bob'));
        await valueOf(store.strategies.delete('bare', BY));
      });
      assert.deepEqual(events, [
        { type: 'strategy-deleted', data: null, preData: region, createdBy: 'bob' },
        { type: 'strategy-deleted', data: null, preData: bare, createdBy: BY },
      ]);
      assert.deepEqual(await listed(store), before);
    },
    'returns StrategyNotFound and records no event for an unknown name': async ({ store }) => {
      await valueOf(store.strategies.register(region, BY));
      await valueOf(store.strategies.delete('region', BY));
      const before = await listed(store);
      const events = await eventsDuring(store, async () => {
        for (const name of ['region', 'other', '%', 'Default', 'default ', ...INHERITED_NAMES]) {
          await assertFails(store.strategies.delete(name, BY), { type: 'StrategyNotFound', name });
        }
      });
      assert.deepEqual(events, []);
      assert.deepEqual(await listed(store), before);
    },
    'compares names byte for byte': async ({ store }) => {
      const before = await listed(store);
      await Promise.all(
        LOOK_ALIKE_NAMES.map((name) =>
          valueOf(store.strategies.register(strategyDefinition(name), BY)),
        ),
      );
      const events = await eventsDuring(store, async () => {
        for (const name of LOOK_ALIKE_NAMES) await valueOf(store.strategies.delete(name, BY));
      });
      const deleted = events.map(({ preData }) => preData);
      assert.deepEqual(
        deleted,
        LOOK_ALIKE_NAMES.map((name) => strategyDefinition(name)),
      );
      assert.deepEqual(await listed(store), before);
    },
    'returns StrategyNotEditable, keeps the definition and records no event for a built-in one':
      async ({ store }) => {
        const before = await listed(store);
        const events = await eventsDuring(store, async () => {
          for (const { name } of BUILT_IN_STRATEGY_DEFINITIONS) {
            await assertFails(store.strategies.delete(name, BY), {
              type: 'StrategyNotEditable',
              name,
            });
          }
        });
        assert.deepEqual(events, []);
        assert.deepEqual(await listed(store), before);
      },
    'succeeds for exactly one of a hundred concurrent deletes, with one event': async ({
      store,
    }) => {
      // In the first round a store may still be opening connections, which serializes the calls.
      for (let round = 0; round < 3; round++) {
        await valueOf(store.strategies.register(region, BY));
        const events = await eventsDuring(store, async () => {
          const calls = Array.from({ length: 100 }, () => store.strategies.delete('region', BY));
          await assertOneSucceeds(calls, { type: 'StrategyNotFound', name: 'region' });
        });
        assert.deepEqual(events, [
          { type: 'strategy-deleted', data: null, preData: region, createdBy: BY },
        ]);
      }
    },
    'accepts the name of a deleted definition again': async ({ store }) => {
      const again = strategyDefinition('region', { description: 'again' });
      await valueOf(store.strategies.register(region, BY));
      await valueOf(store.strategies.delete('region', BY));
      await valueOf(store.strategies.register(again, BY));
      const [event] = await eventsDuring(store, () =>
        valueOf(store.strategies.delete('region', BY)),
      );
      assert.deepEqual(event?.preData, again);
    },
  },
);
