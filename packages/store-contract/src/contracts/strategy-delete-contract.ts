import assert from 'node:assert/strict';
import { BUILT_IN_STRATEGY_DEFINITIONS, type StrategyDefinition } from '@forewarn/core';
import { valueOf, assertOneSucceeds, errorOf } from '../value-of.ts';
import { contractOf, type Contract } from '../contract.ts';
import { eventsDuring } from '../events-during.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { BY } from '../store-calls.ts';
import type { StrategyDeletePorts } from '../strategy-delete-ports.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };

const definitionsIn = (store: StrategyDeletePorts): Promise<readonly StrategyDefinition[]> =>
  valueOf(store.strategies.list());

/** Deleting a strategy definition. */
export const strategyDeleteContract: Contract<StrategyDeletePorts> = contractOf(
  'StrategyRepository.delete',
  {
    'deletes a definition, with one event whose preData is the whole definition': async ({
      store,
    }) => {
      const before = await definitionsIn(store);
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
      assert.deepEqual(await definitionsIn(store), before);
    },
    'returns StrategyNotFound and records no event for an unknown name': async ({ store }) => {
      await valueOf(store.strategies.register(region, BY));
      await valueOf(store.strategies.delete('region', BY));
      const before = await definitionsIn(store);
      const events = await eventsDuring(store, async () => {
        for (const name of ['region', 'other', '%', 'Default', 'default ', ...INHERITED_NAMES]) {
          assert.deepEqual(await errorOf(store.strategies.delete(name, BY)), {
            type: 'StrategyNotFound',
            name,
          });
        }
      });
      assert.deepEqual(events, []);
      assert.deepEqual(await definitionsIn(store), before);
    },
    'compares names byte for byte': async ({ store }) => {
      const before = await definitionsIn(store);
      await Promise.all(
        LOOK_ALIKE_NAMES.map((name) =>
          valueOf(store.strategies.register(strategyDefinition(name), BY)),
        ),
      );
      const events = await eventsDuring(store, async () => {
        for (const name of LOOK_ALIKE_NAMES) await valueOf(store.strategies.delete(name, BY));
      });
      assert.deepEqual(
        events.map(({ preData }) => preData),
        LOOK_ALIKE_NAMES.map((name) => strategyDefinition(name)),
      );
      assert.deepEqual(await definitionsIn(store), before);
    },
    'returns StrategyNotEditable, keeps the definition and records no event for a built-in one':
      async ({ store }) => {
        const before = await definitionsIn(store);
        const events = await eventsDuring(store, async () => {
          for (const { name } of BUILT_IN_STRATEGY_DEFINITIONS) {
            assert.deepEqual(await errorOf(store.strategies.delete(name, BY)), {
              type: 'StrategyNotEditable',
              name,
            });
          }
        });
        assert.deepEqual(events, []);
        assert.deepEqual(await definitionsIn(store), before);
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
