import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type ImportEntry as Entry,
  type PutOutcome,
  type StateEntry,
} from '@forewarn/record';
import { isSearched, type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { err, ok, type Result } from 'neverthrow';
import {
  arbitraryHistory,
  holdsFor,
  outcomeOf,
  projectsOf,
  withPrefix,
} from '../arbitraries/arbitrary-history.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { changeRequest, enabling, feature } from '../samples/change-request.ts';
import {
  endedEntry,
  NONE,
  projectEntry,
  scheduledEntries,
  scheduledEntry,
  strategyDefinition,
  strategyEntries,
} from '../samples/entries.ts';
import { byBytes, UNORDERED_NAMES } from '../samples/names.ts';
import { assertMatchesRule, inOrder } from '../suite/against-rule.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { repeat, times } from '../suite/rounds.ts';
import { searchIds } from '../suite/searches.ts';
import { changeRequestsIn, definitionsIn, idsOf, projectsIn, stateOf } from '../suite/state-of.ts';
import {
  BY,
  entriesOf,
  importAll,
  play,
  record,
  recordAll,
  registerProjects,
} from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

/** More entries than a store sends in one batch: they add, replace and withdraw. */
const MANY: readonly Entry[] = [
  projectEntry('p', 'another name'),
  projectEntry('new'),
  { kind: 'strategy', definition: strategyDefinition('new') },
  endedEntry('p', 9_999),
  ...times(1_600, (id) => scheduledEntry(id, id % 2 === 0 ? 'p' : 'implied')),
];

const STANDING: readonly Entry[] = [projectEntry('p', 'P'), scheduledEntry(9_999, 'p')];

async function* thenErrs(
  entries: readonly Entry[],
): AsyncGenerator<Result<Entry, 'the first' | 'the second'>> {
  yield* entriesOf(entries);
  yield err('the first');
  yield ok(scheduledEntry(5_000, 'p'));
  yield err('the second');
}

async function* thenThrows(entries: readonly Entry[]): AsyncGenerator<Result<Entry, never>> {
  yield* entriesOf(entries);
  throw new Error('the source broke');
}

/** Asserts that an import fails, and changes nothing that stands. */
async function assertFailsWhole(store: Store, act: () => Promise<unknown>): Promise<void> {
  await importAll(store, STANDING);
  await check.nothingChanges(store, act);
  assert.deepEqual(await searchIds(store, 'p', feature('a')), [9_999]);
}

const importContract = contractOf('StateTransfer.import, atomicity', {
  'returns the first Err among the entries, and changes nothing': async ({ store }) => {
    for (const entries of [MANY, []]) {
      const importIt = () => check.fails(store.transfer.import(thenErrs(entries)), 'the first');
      await assertFailsWhole(store, importIt);
    }
  },
  'fails and changes nothing when the entries throw': ({ store }) =>
    assertFailsWhole(store, async () => {
      const outcome = await Promise.allSettled([store.transfer.import(thenThrows(MANY))]);
      const succeeded = outcome.some((each) => each.status === 'fulfilled' && each.value.isOk());
      assert.equal(succeeded, false);
    }),
  'imports after many failed imports': async ({ store }) => {
    await repeat(25, () => check.fails(store.transfer.import(thenErrs(STANDING)), 'the first'));
    const { changeRequests } = await importAll(store, STANDING);
    assert.equal(changeRequests.created, 1);
  },
  'shows searches and exports all of it or nothing': async ({ store }) => {
    await registerProjects(store, 'p');
    // Of 800 kB, which a store applies in parts.
    const title = 'long '.repeat(100);
    const all = times(1_200, (id) =>
      changeRequest({ id, project: 'p', title, features: enabling('a') }),
    );
    const seen: number[] = [];
    const look = async (): Promise<void> => {
      const ids = await searchIds(store, 'p', feature('a'));
      seen.push(ids.length, changeRequestsIn(await stateOf(store)).length);
    };
    const over = new AbortController();
    const importing = importAll(store, scheduledEntries(all)).finally(() => over.abort());
    while (!over.signal.aborted) await Promise.all([look(), setImmediate()]);
    await importing;
    await look();
    check.allOrNone(seen, 1_200);
    assert.deepEqual(seen.slice(-2), [1_200, 1_200]);
  },
  'does not block other calls while the entries arrive': async ({ store }) => {
    const other = changeRequest({ project: 'meanwhile', features: enabling('a') });
    async function* slowly(): AsyncGenerator<Result<Entry, never>> {
      for (let id = 0; id < 1_200; id += 1) yield ok(scheduledEntry(id, 'p'));
      // Awaited: the entries end after these.
      await recordAll(store, [other], 'meanwhile');
      assert.deepEqual(await searchIds(store, 'meanwhile', feature('a')), [other.id]);
      yield ok(scheduledEntry(1_200, 'p'));
    }
    const { projects } = await valueOf(store.transfer.import(slowly()));
    assert.equal(projects.created, 1);
    const registered = projectsIn(await stateOf(store)).map(({ id }) => id);
    assert.deepEqual(registered, ['meanwhile', 'p']);
  },
  'keeps concurrent puts': async ({ store }) => {
    await registerProjects(store, 'p');
    const others = times(20, (id) =>
      changeRequest({ id: 1_000 + id, project: 'p', features: enabling('b') }),
    );
    const recorded: Promise<PutOutcome>[] = [];
    async function* recordedMeanwhile(): AsyncGenerator<Result<Entry, never>> {
      for (const [index, other] of others.entries()) {
        // Not awaited, so that some are in progress when the import is applied.
        if (index >= 10) recorded.push(record(store, other));
        yield ok(scheduledEntry(index, 'p'));
      }
    }
    // Some are in progress when the import begins.
    recorded.push(...others.slice(0, 10).map((other) => record(store, other)));
    await valueOf(store.transfer.import(recordedMeanwhile()));
    await Promise.all(recorded);
    assert.deepEqual(await searchIds(store, 'p', feature('b')), idsOf(others));
    assert.equal((await searchIds(store, 'p', feature('a'))).length, 20);
  },
  'applies each of several concurrent imports as a whole': async ({ store }) => {
    const ids = times(50, (id) => id);
    const names = ['a', 'b', 'c', 'd'];
    const entries = (name: string) => ids.map((id) => scheduledEntry(id, 'p', name));
    const imports = names.map((name) => importAll(store, entries(name)));
    const created = (await Promise.all(imports)).map((counts) => counts.changeRequests.created);
    assert.equal(created.filter((count) => count > 0).join(), '50');
    const found = await Promise.all(names.map((name) => searchIds(store, 'p', feature(name))));
    const applied = found.filter(({ length }) => length > 0);
    assert.deepEqual(applied, [ids]);
  },
});

const textsOf = (things: readonly unknown[]): readonly string[] =>
  things.map((thing) => JSON.stringify(thing));

/** Changes an entry of each kind. An export that began earlier must not show it. */
async function changeEverything(store: Store): Promise<void> {
  await valueOf(store.strategies.delete('region', BY));
  await valueOf(store.strategies.register(strategyDefinition('zone'), BY));
  await valueOf(store.projects.register({ id: 'zoo', name: 'zoo' }, BY));
  await record(store, changeRequest({ id: 1_199, project: 'p', features: enabling('other') }));
  await record(store, changeRequest({ id: 5_000, project: 'p', features: enabling('other') }));
  await valueOf(store.writer.remove({ projectId: 'p', id: 1_198 }, BY));
}

const exportContract = contractOf('StateTransfer.export', {
  'returns projects, then definitions, then change requests, in byte order': async ({ store }) => {
    const sorted = UNORDERED_NAMES.toSorted(byBytes);
    const builtIn = strategyEntries(
      BUILT_IN_STRATEGY_DEFINITIONS.toSorted((a, b) => byBytes(a.name, b.name)),
    );
    assert.deepEqual(await stateOf(store), builtIn);
    const projects = sorted.map((name) => projectEntry(name, name, NONE));
    const definitions = strategyEntries(sorted.map((name) => strategyDefinition(name)));
    const ids = [0, 2, 9, 10, 100, Number.MAX_SAFE_INTEGER];
    const scheduled = sorted.flatMap((name) => ids.map((id) => scheduledEntry(id, name)));
    await importAll(store, [...scheduled, ...definitions, ...projects].toReversed());
    const state = await stateOf(store);
    const own = state.filter((entry) => !builtIn.some((each) => isDeepStrictEqual(each, entry)));
    check.sameList(own, [...projects, ...definitions, ...scheduled]);
    const names = definitionsIn(state).map(({ name }) => name);
    assert.deepEqual(names, names.toSorted(byBytes));
  },
  'returns the whole state, and its import into a store restores it': async ({ store, open }) => {
    const copy = await open();
    const scheduledNow: ScheduledChangeRequest[] = [];
    await holdsFor(15, arbitraryAlphabet.chain(arbitraryHistory), async (history, prefix) => {
      const steps = withPrefix(prefix, history);
      await registerProjects(store, ...projectsOf(prefix));
      await play(store, steps);
      scheduledNow.push(...outcomeOf(steps).scheduled);
    });
    await valueOf(store.strategies.register(strategyDefinition('region'), BY));

    const state = await stateOf(store);
    assert.deepEqual(textsOf(changeRequestsIn(state)), textsOf(inOrder(scheduledNow)));
    await importAll(copy, state);
    assert.deepEqual(textsOf(await stateOf(copy)), textsOf(state));
    const projects = new Set(scheduledNow.map(({ project }) => project));
    const everything = scheduledNow.flatMap((each) => targetsOf(each)).filter(isSearched);
    await assertMatchesRule(copy, scheduledNow, [...projects], [everything]);
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await importAll(store, [scheduledEntry(1, 'p')]);
    await check.returnsCopies(() => stateOf(store));
  },
  'returns a snapshot despite concurrent changes': async ({ store }) => {
    await importAll(store, [
      ...strategyEntries([strategyDefinition('region')]),
      ...times(1_200, (id) => scheduledEntry(id, 'p')),
    ]);
    const before = await stateOf(store);

    const exported: StateEntry[] = [];
    for await (const entry of store.transfer.export()) {
      assert.ok(entry.isOk());
      exported.push(entry.value);
      if (exported.length === 1) await changeEverything(store);
    }
    check.sameList(exported, before);
    assert.notDeepEqual(await stateOf(store), before);
  },
  'can be abandoned repeatedly, and the store keeps working': async ({ store }) => {
    await importAll(
      store,
      times(50, (id) => scheduledEntry(id, 'p')),
    );
    await repeat(25, async () => {
      for await (const entry of store.transfer.export()) {
        assert.ok(entry.isOk());
        break;
      }
    });
    await record(store, changeRequest({ id: 50, project: 'p', features: enabling('b') }));
    assert.equal(changeRequestsIn(await stateOf(store)).length, 51);
  },
});

/** The atomicity of imports, and exports. */
export const transferContracts: readonly Contract[] = [importContract, exportContract];
