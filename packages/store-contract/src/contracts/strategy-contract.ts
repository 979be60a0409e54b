import assert from 'node:assert/strict';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  changedDefinition,
  type DefinitionChange,
  type StrategyDefinition,
  type DefinitionUpdate,
} from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { strategyDefinition, strategyEntries } from '../samples/entries.ts';
import { byBytes, INHERITED_NAMES, LOOK_ALIKE_NAMES, UNORDERED_NAMES } from '../samples/names.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { eventsDuring, type EventWithoutStamp } from '../suite/events-during.ts';
import { times } from '../suite/rounds.ts';
import { definitionsIn, stateOf } from '../suite/state-of.ts';
import { BY, importAll } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const bare = { name: 'bare', parameters: [], deprecated: true, editable: true };
const NOT_REGION = ['Region', 'region ', 'regio_', '%', 'Default', 'default ', ...INHERITED_NAMES];
const BUILT_IN = BUILT_IN_STRATEGY_DEFINITIONS.map(({ name }) => name);

const listed = (store: Store): Promise<readonly StrategyDefinition[]> =>
  valueOf(store.strategies.list());

const register = async (
  { strategies }: Store,
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

const lookUpContract = contractOf('StrategyRepository.list and find', {
  'lists and finds only the built-in definitions in a new store': async ({ store }) => {
    assert.deepEqual(await listed(store), BUILT_IN_STRATEGY_DEFINITIONS.toSorted(byName));
    for (const builtIn of BUILT_IN_STRATEGY_DEFINITIONS) {
      assert.deepEqual(await valueOf(store.strategies.find(builtIn.name)), builtIn);
    }
  },
  'lists in byte order of name, and finds what a name is byte for byte': async ({ store }) => {
    const builtIn = await listed(store);
    const all = UNORDERED_NAMES.map((title, index) =>
      strategyDefinition(title, { title, deprecated: index % 2 === 0 }),
    );
    await importAll(store, strategyEntries(all));
    assert.deepEqual(await listed(store), [...builtIn, ...all].toSorted(byName));
    for (const each of all) {
      assert.deepEqual(await valueOf(store.strategies.find(each.name)), each);
    }
  },
  'returns StrategyNotFound for an unknown name, and for a deleted one': async ({ store }) => {
    await register(store, region, strategyDefinition('gone'));
    await valueOf(store.strategies.delete('gone', BY));
    for (const name of ['gone', ...NOT_REGION]) {
      await check.fails(store.strategies.find(name), { type: 'StrategyNotFound', name });
    }
  },
});

const updating = (update: DefinitionUpdate): DefinitionChange => ({ kind: 'update', update });

const change = (store: Store, made: DefinitionChange, name = 'region'): Promise<void> =>
  valueOf(store.strategies.change(name, made, BY));

const DEPRECATE = { kind: 'deprecate' } as const;
const REACTIVATE = { kind: 'reactivate' } as const;
const UPDATE = {
  displayName: 'By "country"',
  title: 'By country, with a title',
  description: 'é 😀 \\ %',
  parameters: [{ name: 'constructor', type: 'number', description: '', required: false }],
} as const;

/** Changes that each have an effect after the one before. */
const EACH_CHANGE = [
  updating(UPDATE),
  updating({ parameters: [] }),
  DEPRECATE,
  updating({ parameters: UPDATE.parameters }),
  updating({ displayName: null, title: '', description: null, parameters: [] }),
  REACTIVATE,
];

/** Changes of which most have an effect, in any order. */
const changes = times(10, (index): readonly DefinitionChange[] => [
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
const changeContract = contractOf('StrategyRepository.change', {
  'applies a change once, with one event that has both versions': async ({ store }) => {
    await register(store, region);
    let standing = region;
    for (const made of EACH_CHANGE) {
      const content = changedDefinition(standing, made);
      const event = { ...content, createdBy: 'bob' };
      const changeOnce = () => valueOf(store.strategies.change('region', made, 'bob'));
      await check.events(store, changeOnce, [event]);
      standing = content.data;
      assert.deepEqual(await valueOf(store.strategies.find('region')), standing);
      await check.nothingChanges(store, () => change(store, made));
    }
  },
  'returns StrategyNotEditable for a built-in one, and changes nothing': async ({ store }) => {
    for (const made of [updating(UPDATE), DEPRECATE, REACTIVATE]) {
      await check.refused(store, BUILT_IN, (name) => [
        store.strategies.change(name, made, BY),
        { type: 'StrategyNotEditable', name },
      ]);
    }
  },
  'returns StrategyNotFound for an unknown name, however similar': async ({ store }) => {
    const [known = [], unknown = []] = [0, 1].map((rest) =>
      LOOK_ALIKE_NAMES.filter((_, index) => index % 2 === rest),
    );
    const definitions = ['region', ...known].map((name) => strategyDefinition(name));
    await importAll(store, strategyEntries(definitions));
    await check.refused(store, ['Region', 'region ', ...unknown], (name) => [
      store.strategies.change(name, DEPRECATE, BY),
      { type: 'StrategyNotFound', name },
    ]);
    for (const name of known) await change(store, DEPRECATE, name);
    for (const { name, deprecated } of await listed(store)) {
      assert.equal(deprecated, known.includes(name), name);
    }
  },
  'serializes many concurrent changes': async ({ store }) => {
    await register(store, region);
    const events = await eventsDuring(store, () =>
      Promise.all(changes.map((made) => change(store, made))),
    );
    const updates = events.filter(({ type }) => type === 'strategy-updated');
    assert.equal(updates.length, 10);
    check.chained(events, region);
    await assertShows(store, events.at(-1));
  },
  'serializes concurrent changes and deletes of one definition': async ({ store }) => {
    await register(store, region);
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

/** Registering, listing, finding and changing strategy definitions. */
export const strategyContracts: readonly Contract[] = [
  registerContract,
  lookUpContract,
  changeContract,
];
