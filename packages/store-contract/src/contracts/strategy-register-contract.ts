import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import { valueOf, assertOneSucceeds, errorOf } from '../value-of.ts';
import { byBytes } from '../by-bytes.ts';
import { contractOf, type Contract } from '../contract.ts';
import { eventsDuring } from '../events-during.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { overwriteDeeply } from '../overwrite-deeply.ts';
import { assertSameState, definitionsIn, stateOf } from '../state-of.ts';
import { BY } from '../store-calls.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };

const definitionsOf = async (store: Store) => definitionsIn(await stateOf(store));

/** Registering a strategy definition. */
export const strategyRegisterContract: Contract = contractOf('StrategyRepository.register', {
  'registers a definition, with one event whose data is the definition': async ({ store }) => {
    const before = await definitionsOf(store);
    const events = await eventsDuring(store, async () => {
      await valueOf(store.strategies.register(region, BY));
      await valueOf(store.strategies.register(bare, 'bob'));
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
  'returns StrategyExists and changes nothing for a duplicate name': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
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
    assert.ok((await definitionsOf(store)).some(({ name }) => name === 'region'));
  },
});
