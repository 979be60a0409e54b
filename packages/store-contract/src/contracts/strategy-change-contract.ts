import assert from 'node:assert/strict';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type Store,
  type StrategyChange,
  type StrategyUpdate,
} from '@forewarn/core';
import { strategyEntries } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { assertChained, eventsDuring, type EventWithoutStamp } from '../suite/events-during.ts';
import { assertNothingChanges, assertRefused, definitionsIn, stateOf } from '../suite/state-of.ts';
import { BY, importAll } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const DEPRECATE = { kind: 'deprecate' } as const;
const REACTIVATE = { kind: 'reactivate' } as const;

const UPDATE: StrategyUpdate = {
  displayName: 'By "country"',
  title: 'By country, with a title',
  description: 'é 😀 \\ %',
  parameters: [{ name: 'constructor', type: 'number', description: '', required: false }],
};

const updating = (update: StrategyUpdate): StrategyChange => ({ kind: 'update', update });

const change = (store: Store, name: string, made: StrategyChange): Promise<void> =>
  valueOf(store.strategies.change(name, made, BY));

/** Different changes. */
const changes: readonly StrategyChange[] = Array.from({ length: 10 }, (_, index) => [
  updating({ ...UPDATE, description: `change ${index}` }),
  DEPRECATE,
  REACTIVATE,
]).flat();

/** Asserts that the state shows the result of the last event. */
async function assertShows(store: Store, last: EventWithoutStamp | undefined): Promise<void> {
  const standing = definitionsIn(await stateOf(store)).filter(({ name }) => name === 'region');
  assert.deepEqual(standing, last?.data == null ? [] : [last.data]);
}

/** Changing a strategy definition. */
export const strategyChangeContract: Contract = contractOf('StrategyRepository.change', {
  'updates a definition, with one event that has both versions as a whole': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
    const data = { ...region, ...UPDATE };
    const events = await eventsDuring(store, () =>
      valueOf(store.strategies.change('region', updating(UPDATE), 'bob')),
    );
    assert.deepEqual(events, [
      { type: 'strategy-updated', data, preData: region, createdBy: 'bob' },
    ]);
    assert.deepEqual(await valueOf(store.strategies.find('region')), data);
  },
  'keeps the texts that an update omits': async ({ store }) => {
    const deprecated = { ...region, deprecated: true };
    await valueOf(store.strategies.register(deprecated, BY));
    const data = { ...deprecated, parameters: [] };
    const [event] = await eventsDuring(store, () =>
      change(store, 'region', updating({ parameters: [] })),
    );
    assert.deepEqual([event?.preData, event?.data], [deprecated, data]);
    assert.deepEqual(await valueOf(store.strategies.find('region')), data);
  },
  'clears the texts that an update sets to null or an empty text': async ({ store }) => {
    const data = { name: 'region', parameters: [], deprecated: false, editable: true };
    await valueOf(store.strategies.register(region, BY));
    const cleared = { displayName: null, title: '', description: null, parameters: [] };
    await change(store, 'region', updating(cleared));
    assert.deepEqual(await valueOf(store.strategies.find('region')), data);
  },
  'deprecates and reactivates a definition, with one event of the right type each': async ({
    store,
  }) => {
    await valueOf(store.strategies.register(region, BY));
    const deprecated = { ...region, deprecated: true };
    const events = await eventsDuring(store, async () => {
      await change(store, 'region', DEPRECATE);
      assert.deepEqual(await valueOf(store.strategies.find('region')), deprecated);
      await valueOf(store.strategies.change('region', REACTIVATE, 'bob'));
      assert.deepEqual(await valueOf(store.strategies.find('region')), region);
    });
    assert.deepEqual(events, [
      { type: 'strategy-deprecated', data: deprecated, preData: region, createdBy: BY },
      { type: 'strategy-reactivated', data: region, preData: deprecated, createdBy: 'bob' },
    ]);
  },
  'records no event for a change without an effect': async ({ store }) => {
    const same = updating(UPDATE);
    await valueOf(store.strategies.register(region, BY));
    await change(store, 'region', same);
    await assertNothingChanges(store, async () => {
      await change(store, 'region', same);
      await change(store, 'region', REACTIVATE);
    });
    await change(store, 'region', DEPRECATE);
    await assertNothingChanges(store, () => change(store, 'region', DEPRECATE));
  },
  'returns StrategyNotEditable, changes nothing and records no event for a built-in definition':
    async ({ store }) => {
      const [first, ...others] = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);
      const attempts = [
        ...[updating(UPDATE), DEPRECATE, REACTIVATE].map((made) => ({ name: first ?? '', made })),
        ...others.map((name) => ({ name, made: DEPRECATE })),
      ];
      await assertRefused(store, attempts, ({ name, made }) => [
        store.strategies.change(name, made, BY),
        { type: 'StrategyNotEditable', name },
      ]);
    },
  'returns StrategyNotFound and records no event for an unknown name': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
    await valueOf(store.strategies.register(strategyDefinition('gone'), BY));
    await valueOf(store.strategies.delete('gone', BY));
    await assertRefused(
      store,
      ['gone', 'Region', 'region ', '%', 'Default', ...INHERITED_NAMES],
      (name) => [store.strategies.change(name, DEPRECATE, BY), { type: 'StrategyNotFound', name }],
    );
  },
  'compares names byte for byte': async ({ store }) => {
    await importAll(
      store,
      strategyEntries(LOOK_ALIKE_NAMES.map((name) => strategyDefinition(name))),
    );
    const chosen = LOOK_ALIKE_NAMES.filter((_, index) => index % 2 === 0);
    const events = await eventsDuring(store, () =>
      Promise.all(chosen.map((name) => change(store, name, DEPRECATE))),
    );
    assert.deepEqual(
      events.map(({ data }) => JSON.stringify(data)).toSorted(byBytes),
      chosen
        .map((name) => JSON.stringify(strategyDefinition(name, { deprecated: true })))
        .toSorted(byBytes),
    );
    const expected = LOOK_ALIKE_NAMES.map((name) =>
      strategyDefinition(name, { deprecated: chosen.includes(name) }),
    );
    assert.deepEqual(
      await Promise.all(LOOK_ALIKE_NAMES.map((name) => valueOf(store.strategies.find(name)))),
      expected,
    );
  },
  'serializes many concurrent changes': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
    const events = await eventsDuring(store, () =>
      Promise.all(changes.map((made) => change(store, 'region', made))),
    );
    const updates = events.filter(({ type }) => type === 'strategy-updated');
    assert.equal(updates.length, 10);
    assertChained(events, region);
    await assertShows(store, events.at(-1));
  },
  'serializes concurrent changes and deletes of one definition': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
    const events = await eventsDuring(store, async () => {
      const results = await Promise.all(
        changes.flatMap((made, index) => [
          store.strategies.change('region', made, BY),
          ...(index % 10 === 4 ? [store.strategies.delete('region', BY)] : []),
          ...(index % 10 === 7 ? [store.strategies.register(region, BY)] : []),
        ]),
      );
      const errors = results.flatMap((result) => (result.isErr() ? [result.error.type] : []));
      assert.deepEqual(
        errors.filter((type) => type !== 'StrategyNotFound' && type !== 'StrategyExists'),
        [],
      );
    });
    assertChained(events, region);
    await assertShows(store, events.at(-1));
  },
  'copies its arguments: mutating them later changes nothing in the store': async ({ store }) => {
    await valueOf(store.strategies.register(region, BY));
    const passed = structuredClone(UPDATE);
    const [event] = await eventsDuring(store, async () => {
      await change(store, 'region', updating(passed));
      overwriteDeeply(passed);
    });
    assert.deepEqual(event?.data, { ...region, ...UPDATE });
    assert.deepEqual(await valueOf(store.strategies.find('region')), event?.data);
  },
});
