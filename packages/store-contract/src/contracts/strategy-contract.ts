import assert from 'node:assert/strict';
import { BUILT_IN_STRATEGY_DEFINITIONS, type Store } from '@forewarn/core';
import { answerOf, assertOneSucceeds, errorOf } from '../answer-of.ts';
import { byBytes } from '../by-bytes.ts';
import type { Contract } from '../contract.ts';
import { eventsDuring } from '../events-during.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { scribbleOver } from '../scribble-over.ts';
import { assertSameState, definitionsIn, stateOf } from '../state-of.ts';
import { BY } from '../store-calls.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };

const definitionsOf = async (store: Store) => definitionsIn(await stateOf(store));

/** What becomes of strategy definitions. */
export const strategyContract: Contract = {
  port: 'StrategyRepository',
  cases: [
    {
      name: 'holds the built-in definitions when it is new, and nothing else',
      run: async ({ store }) => {
        assert.deepEqual(
          await definitionsOf(store),
          BUILT_IN_STRATEGY_DEFINITIONS.toSorted((a, b) => byBytes(a.name, b.name)),
        );
      },
    },
    {
      name: 'registers a definition with one event that has it as data',
      run: async ({ store }) => {
        const before = await definitionsOf(store);
        const events = await eventsDuring(store, async () => {
          await answerOf(store.strategies.register(region, BY));
          await answerOf(store.strategies.register(bare, 'bob'));
        });
        assert.deepEqual(events, [
          { type: 'strategy-created', data: region, preData: null, createdBy: BY },
          { type: 'strategy-created', data: bare, preData: null, createdBy: 'bob' },
        ]);
        assert.deepEqual(
          await definitionsOf(store),
          [...before, region, bare].toSorted((a, b) => byBytes(a.name, b.name)),
        );
      },
    },
    {
      name: 'answers StrategyExists, and changes nothing, when there is one of that name',
      run: async ({ store }) => {
        await answerOf(store.strategies.register(region, BY));
        const before = await stateOf(store);
        const events = await eventsDuring(store, async () => {
          for (const name of ['region', 'default']) {
            const other = strategyDefinition(name, { description: 'another', parameters: [] });
            assert.deepEqual(await errorOf(store.strategies.register(other, BY)), {
              type: 'StrategyExists',
              name,
            });
          }
        });
        assert.deepEqual(events, []);
        assertSameState(await stateOf(store), before);
      },
    },
    {
      name: 'registers exactly one of many concurrent definitions of one name',
      run: async ({ store }) => {
        const events = await eventsDuring(store, async () => {
          const calls = Array.from({ length: 20 }, () => store.strategies.register(region, BY));
          await assertOneSucceeds(calls, { type: 'StrategyExists', name: 'region' });
        });
        assert.equal(events.length, 1);
      },
    },
    {
      name: 'deletes a definition with one event that has the whole of it as preData',
      run: async ({ store }) => {
        const before = await definitionsOf(store);
        await answerOf(store.strategies.register(region, BY));
        await answerOf(store.strategies.register(bare, BY));
        const events = await eventsDuring(store, async () => {
          await answerOf(store.strategies.delete('region', 'bob'));
          await answerOf(store.strategies.delete('bare', BY));
        });
        assert.deepEqual(events, [
          { type: 'strategy-deleted', data: null, preData: region, createdBy: 'bob' },
          { type: 'strategy-deleted', data: null, preData: bare, createdBy: BY },
        ]);
        assert.deepEqual(await definitionsOf(store), before);
      },
    },
    {
      name: 'answers StrategyNotFound, and records no event, when there is none of that name',
      run: async ({ store }) => {
        await answerOf(store.strategies.register(region, BY));
        await answerOf(store.strategies.delete('region', BY));
        const before = await stateOf(store);
        const events = await eventsDuring(store, async () => {
          for (const name of ['region', 'other', '%', 'Default', 'default ', ...INHERITED_NAMES]) {
            assert.deepEqual(await errorOf(store.strategies.delete(name, BY)), {
              type: 'StrategyNotFound',
              name,
            });
          }
        });
        assert.deepEqual(events, []);
        assertSameState(await stateOf(store), before);
      },
    },
    {
      name: 'compares names byte for byte',
      run: async ({ store }) => {
        const before = await stateOf(store);
        await Promise.all(
          LOOK_ALIKE_NAMES.map((name) =>
            answerOf(store.strategies.register(strategyDefinition(name), BY)),
          ),
        );
        const events = await eventsDuring(store, async () => {
          for (const name of LOOK_ALIKE_NAMES) await answerOf(store.strategies.delete(name, BY));
        });
        assert.deepEqual(
          events.map(({ preData }) => preData),
          LOOK_ALIKE_NAMES.map((name) => strategyDefinition(name)),
        );
        assertSameState(await stateOf(store), before);
      },
    },
    {
      name: 'answers StrategyNotEditable, keeps the definition and records no event, for a built-in one',
      run: async ({ store }) => {
        const before = await stateOf(store);
        const events = await eventsDuring(store, async () => {
          for (const { name } of BUILT_IN_STRATEGY_DEFINITIONS) {
            assert.deepEqual(await errorOf(store.strategies.delete(name, BY)), {
              type: 'StrategyNotEditable',
              name,
            });
          }
        });
        assert.deepEqual(events, []);
        assertSameState(await stateOf(store), before);
      },
    },
    {
      name: 'succeeds exactly once of a hundred concurrent deletes, with exactly one event',
      run: async ({ store }) => {
        await answerOf(store.strategies.register(region, BY));
        const events = await eventsDuring(store, async () => {
          const calls = Array.from({ length: 100 }, () => store.strategies.delete('region', BY));
          await assertOneSucceeds(calls, { type: 'StrategyNotFound', name: 'region' });
        });
        assert.deepEqual(events, [
          { type: 'strategy-deleted', data: null, preData: region, createdBy: BY },
        ]);
      },
    },
    {
      name: "leaves what was passed the caller's: mutating it later changes nothing in the store",
      run: async ({ store }) => {
        const passed = structuredClone(region);
        const [event] = await eventsDuring(store, async () => {
          await answerOf(store.strategies.register(passed, BY));
          scribbleOver(passed);
        });
        assert.deepEqual(event?.data, region);
        assert.ok((await definitionsOf(store)).some(({ name }) => name === 'region'));
      },
    },
    {
      name: 'lets the name of a deleted definition be registered, and deleted, again',
      run: async ({ store }) => {
        const again = strategyDefinition('region', { description: 'again' });
        await answerOf(store.strategies.register(region, BY));
        await answerOf(store.strategies.delete('region', BY));
        await answerOf(store.strategies.register(again, BY));
        const [event] = await eventsDuring(store, () =>
          answerOf(store.strategies.delete('region', BY)),
        );
        assert.deepEqual(event?.preData, again);
      },
    },
  ],
};
