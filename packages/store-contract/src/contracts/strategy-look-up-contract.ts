import assert from 'node:assert/strict';
import { BUILT_IN_STRATEGY_DEFINITIONS, type Store } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { valueOf, errorOf } from '../value-of.ts';
import { byBytes } from '../by-bytes.ts';
import { contractOf, type Contract } from '../contract.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { overwriteDeeply } from '../overwrite-deeply.ts';
import { BY, importAll } from '../store-calls.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };

// The last two have the opposite order by UTF-16 code units.
const NAMES = [...new Set([...LOOK_ALIKE_NAMES, 'B', '\u{1f600}', '\uff61'])];

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  byBytes(a.name, b.name);

const importNames = (store: Store) =>
  importAll(
    store,
    NAMES.map((name): StateEntry => {
      return { kind: 'strategy', definition: strategyDefinition(name, { title: name }) };
    }),
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
      [...builtIn, ...NAMES].toSorted(byBytes),
    );
  },
  'finds a definition by its name, compared byte for byte': async ({ store }) => {
    await importNames(store);
    const found = await Promise.all(NAMES.map((name) => valueOf(store.strategies.find(name))));
    assert.deepEqual(
      found.map(({ name, title }) => [name, title]),
      NAMES.map((name) => [name, name]),
    );
  },
  'returns StrategyNotFound for an unknown name': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
    for (const name of ['Region', 'region ', 'regio_', '%', 'Default', ...INHERITED_NAMES]) {
      assert.deepEqual(await errorOf(store.strategies.find(name)), {
        type: 'StrategyNotFound',
        name,
      });
    }
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await valueOf(store.strategies.register(structuredClone(region), BY));
    const before = structuredClone(await valueOf(store.strategies.list()));
    overwriteDeeply(await valueOf(store.strategies.list()));
    overwriteDeeply(await valueOf(store.strategies.find('region')));
    overwriteDeeply(await valueOf(store.strategies.find('default')));
    assert.deepEqual(await valueOf(store.strategies.list()), before);
    assert.deepEqual(await valueOf(store.strategies.find('region')), region);
  },
});
