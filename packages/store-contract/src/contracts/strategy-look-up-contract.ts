import assert from 'node:assert/strict';
import { BUILT_IN_STRATEGY_DEFINITIONS, type Store } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { answerOf, errorOf } from '../answer-of.ts';
import { byBytes } from '../by-bytes.ts';
import type { Contract } from '../contract.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { scribbleOver } from '../scribble-over.ts';
import { BY, importAll } from '../store-calls.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };

// The last two are in another order by UTF-16 code units.
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

/** How strategy definitions are listed and found. */
export const strategyLookUpContract: Contract = {
  port: 'StrategyRepository.list and find',
  cases: [
    {
      name: 'lists and finds the built-in definitions when it is new, and lists nothing else',
      run: async ({ store }) => {
        assert.deepEqual(
          await answerOf(store.strategies.list()),
          BUILT_IN_STRATEGY_DEFINITIONS.toSorted(byName),
        );
        for (const builtIn of BUILT_IN_STRATEGY_DEFINITIONS) {
          assert.deepEqual(await answerOf(store.strategies.find(builtIn.name)), builtIn);
        }
      },
    },
    {
      name: 'lists and finds a definition whole from its registration to its delete',
      run: async ({ store }) => {
        const before = await answerOf(store.strategies.list());
        await answerOf(store.strategies.register(region, BY));
        await answerOf(store.strategies.register(bare, BY));
        assert.deepEqual(
          await answerOf(store.strategies.list()),
          [...before, region, bare].toSorted(byName),
        );
        assert.deepEqual(await answerOf(store.strategies.find('region')), region);
        assert.deepEqual(await answerOf(store.strategies.find('bare')), bare);
        await answerOf(store.strategies.delete('region', BY));
        await answerOf(store.strategies.delete('bare', BY));
        assert.deepEqual(await answerOf(store.strategies.list()), before);
        assert.equal((await errorOf(store.strategies.find('bare'))).type, 'StrategyNotFound');
      },
    },
    {
      name: 'lists definitions in byte order of name',
      run: async ({ store }) => {
        const builtIn = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);
        await importNames(store);
        assert.deepEqual(
          (await answerOf(store.strategies.list())).map(({ name }) => name),
          [...builtIn, ...NAMES].toSorted(byBytes),
        );
      },
    },
    {
      name: 'finds a definition by its name, compared byte for byte',
      run: async ({ store }) => {
        await importNames(store);
        const found = await Promise.all(NAMES.map((name) => answerOf(store.strategies.find(name))));
        assert.deepEqual(
          found.map(({ name, title }) => [name, title]),
          NAMES.map((name) => [name, name]),
        );
      },
    },
    {
      name: 'returns StrategyNotFound when there is none of that name',
      run: async ({ store }) => {
        await answerOf(store.strategies.register(region, BY));
        for (const name of ['Region', 'region ', 'regio_', '%', 'Default', ...INHERITED_NAMES]) {
          assert.deepEqual(await errorOf(store.strategies.find(name)), {
            type: 'StrategyNotFound',
            name,
          });
        }
      },
    },
    {
      name: "returns what is the caller's own: mutating it changes nothing in the store",
      run: async ({ store }) => {
        await answerOf(store.strategies.register(structuredClone(region), BY));
        const before = structuredClone(await answerOf(store.strategies.list()));
        scribbleOver(await answerOf(store.strategies.list()));
        scribbleOver(await answerOf(store.strategies.find('region')));
        scribbleOver(await answerOf(store.strategies.find('default')));
        assert.deepEqual(await answerOf(store.strategies.list()), before);
        assert.deepEqual(await answerOf(store.strategies.find('region')), region);
      },
    },
  ],
};
