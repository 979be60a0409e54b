import assert from 'node:assert/strict';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type Store,
  type StrategyChange,
  type StrategyDefinition,
  type StrategyUpdate,
} from '@forewarn/core';
import { strategyDefinition, strategyEntries } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { eventsDuring, type EventWithoutStamp } from '../suite/events-during.ts';
import { definitionsIn, stateOf } from '../suite/state-of.ts';
import { BY, importAll, times } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const DEPRECATE = { kind: 'deprecate' } as const;
const REACTIVATE = { kind: 'reactivate' } as const;

const UPDATE = {
  displayName: 'By "country"',
  title: 'By country, with a title',
  description: 'é 😀 \\ %',
  parameters: [{ name: 'constructor', type: 'number', description: '', required: false }],
} as const;

const updating = (update: StrategyUpdate): StrategyChange => ({ kind: 'update', update });

const change = (store: Store, made: StrategyChange, name = 'region'): Promise<void> =>
  valueOf(store.strategies.change(name, made, BY));

const register = (store: Store, definition: StrategyDefinition = region): Promise<void> =>
  valueOf(store.strategies.register(definition, BY));

const find = (store: Store): Promise<StrategyDefinition> =>
  valueOf(store.strategies.find('region'));

/** Different changes. */
const changes = times(10, (index): readonly StrategyChange[] => [
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
    await register(store);
    const data = { ...region, ...UPDATE };
    await check.events(
      store,
      () => valueOf(store.strategies.change('region', updating(UPDATE), 'bob')),
      [{ type: 'strategy-updated', data, preData: region, createdBy: 'bob' }],
    );
    assert.deepEqual(await find(store), data);
  },
  'keeps the texts that an update omits': async ({ store }) => {
    const deprecated = { ...region, deprecated: true };
    await register(store, deprecated);
    const data = { ...deprecated, parameters: [] };
    const [event] = await eventsDuring(store, () => change(store, updating({ parameters: [] })));
    assert.deepEqual([event?.preData, event?.data], [deprecated, data]);
    assert.deepEqual(await find(store), data);
  },
  'clears the texts that an update sets to null or an empty text': async ({ store }) => {
    const data = { name: 'region', parameters: [], deprecated: false, editable: true };
    await register(store);
    const cleared = { displayName: null, title: '', description: null, parameters: [] };
    await change(store, updating(cleared));
    assert.deepEqual(await find(store), data);
  },
  'deprecates and reactivates a definition, each with its own type of event': async ({ store }) => {
    await register(store);
    const deprecated = { ...region, deprecated: true };
    const changeTwice = async () => {
      await change(store, DEPRECATE);
      assert.deepEqual(await find(store), deprecated);
      await valueOf(store.strategies.change('region', REACTIVATE, 'bob'));
      assert.deepEqual(await find(store), region);
    };
    await check.events(store, changeTwice, [
      { type: 'strategy-deprecated', data: deprecated, preData: region, createdBy: BY },
      { type: 'strategy-reactivated', data: region, preData: deprecated, createdBy: 'bob' },
    ]);
  },
  'records no event for a change without an effect': async ({ store }) => {
    const same = updating(UPDATE);
    await register(store);
    await change(store, same);
    await check.nothingChanges(store, async () => {
      await change(store, same);
      await change(store, REACTIVATE);
    });
    await change(store, DEPRECATE);
    await check.nothingChanges(store, () => change(store, DEPRECATE));
  },
  'returns StrategyNotEditable for a built-in one, and changes nothing': async ({ store }) => {
    const names = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);
    for (const made of [updating(UPDATE), DEPRECATE, REACTIVATE]) {
      await check.refused(store, names, (name) => [
        store.strategies.change(name, made, BY),
        { type: 'StrategyNotEditable', name },
      ]);
    }
  },
  'returns StrategyNotFound and records no event for an unknown name': async ({ store }) => {
    await register(store);
    await register(store, strategyDefinition('gone'));
    await valueOf(store.strategies.delete('gone', BY));
    const names = ['gone', 'Region', 'region ', '%', 'Default', ...INHERITED_NAMES];
    await check.refused(store, names, (name) => [
      store.strategies.change(name, DEPRECATE, BY),
      { type: 'StrategyNotFound', name },
    ]);
  },
  'compares names byte for byte': async ({ store }) => {
    const before = LOOK_ALIKE_NAMES.map((name) => strategyDefinition(name));
    await importAll(store, strategyEntries(before));
    const after = before.map((each, index) => ({ ...each, deprecated: index % 2 === 0 }));
    const changed = after.filter(({ deprecated }) => deprecated);
    const events = await eventsDuring(store, () =>
      Promise.all(changed.map(({ name }) => change(store, DEPRECATE, name))),
    );
    const inEvents = events.map(({ data }) => JSON.stringify(data)).toSorted(byBytes);
    assert.deepEqual(inEvents, changed.map((each) => JSON.stringify(each)).toSorted(byBytes));
    const found = after.map(({ name }) => valueOf(store.strategies.find(name)));
    assert.deepEqual(await Promise.all(found), after);
  },
  'serializes many concurrent changes': async ({ store }) => {
    await register(store);
    const events = await eventsDuring(store, () =>
      Promise.all(changes.map((made) => change(store, made))),
    );
    const updates = events.filter(({ type }) => type === 'strategy-updated');
    assert.equal(updates.length, 10);
    check.chained(events, region);
    await assertShows(store, events.at(-1));
  },
  'serializes concurrent changes and deletes of one definition': async ({ store }) => {
    await register(store);
    const events = await eventsDuring(store, async () => {
      const results = await Promise.all(
        changes.flatMap((made, index) => [
          store.strategies.change('region', made, BY),
          ...(index % 10 === 4 ? [store.strategies.delete('region', BY)] : []),
          ...(index % 10 === 7 ? [store.strategies.register(region, BY)] : []),
        ]),
      );
      for (const result of results) {
        if (result.isErr()) assert.match(result.error.type, /^Strategy(?:NotFound|Exists)$/);
      }
    });
    check.chained(events, region);
    await assertShows(store, events.at(-1));
  },
});
