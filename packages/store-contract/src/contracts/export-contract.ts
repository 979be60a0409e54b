import assert from 'node:assert/strict';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type ScheduledChangeRequest,
  type Store,
} from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import {
  arbitraryHistory,
  holdsFor,
  outcomeOf,
  projectsOf,
  withPrefix,
} from '../arbitraries/arbitrary-history.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { changeRequest, enabling, feature } from '../samples/change-request.ts';
import { scheduledEntry, strategyDefinition, strategyEntries } from '../samples/entries.ts';
import { byBytes, UNORDERED_NAMES } from '../samples/names.ts';
import { inOrder } from '../suite/against-rule.ts';
import * as check from '../suite/check.ts';
import { contractOf } from '../suite/contract.ts';
import { changeRequestsIn, definitionsIn, projectsIn, stateOf } from '../suite/state-of.ts';
import {
  BY,
  importAll,
  play,
  record,
  registerProjects,
  repeat,
  searchIds,
  times,
} from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

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

/** Exports. */
export const exportContract = contractOf('StateTransfer.export', {
  'returns only the built-in strategy definitions of a new store': async ({ store }) => {
    const builtIn = BUILT_IN_STRATEGY_DEFINITIONS.toSorted((a, b) => byBytes(a.name, b.name));
    assert.deepEqual(await stateOf(store), strategyEntries(builtIn));
  },
  'returns projects, then definitions, then change requests, in byte order': async ({ store }) => {
    const builtIn = definitionsIn(await stateOf(store)).map(({ name }) => name);
    await importAll(store, [
      ...UNORDERED_NAMES.map((name) => scheduledEntry(1, name)),
      ...strategyEntries(UNORDERED_NAMES.map((name) => strategyDefinition(name))),
    ]);
    const state = await stateOf(store);
    const kinds = state.map(({ kind }) => kind);
    const order = ['project', 'strategy', 'scheduled'];
    const inOrderOfKind = kinds.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    assert.deepEqual(kinds, inOrderOfKind);
    const sorted = UNORDERED_NAMES.toSorted(byBytes);
    const projects = projectsIn(state).map(({ id }) => id);
    assert.deepEqual(projects, sorted);
    const names = definitionsIn(state).map(({ name }) => name);
    assert.deepEqual(names, [...builtIn, ...UNORDERED_NAMES].toSorted(byBytes));
    const owners = changeRequestsIn(state).map(({ project }) => project);
    assert.deepEqual(owners, sorted);
  },
  'returns the change requests of a project in numeric order of id': async ({ store }) => {
    const ids = [10, 2, 0, Number.MAX_SAFE_INTEGER, 100, 9];
    for (const id of ids) {
      await importAll(store, [scheduledEntry(id, 'p'), scheduledEntry(id, 'P')]);
    }
    const keys = changeRequestsIn(await stateOf(store)).map(({ project, id }) => [project, id]);
    const ascending = ids.toSorted((a, b) => a - b);
    const expected = ['P', 'p'].flatMap((project) => ascending.map((id) => [project, id]));
    assert.deepEqual(keys, expected);
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
  },
  'returns a state whose import gives the same search results': async ({ store, open }) => {
    await importAll(store, [
      scheduledEntry(1, 'p'),
      scheduledEntry(2, 'p', 'b'),
      scheduledEntry(1, 'q', 'b'),
    ]);
    const copy = await open();
    await importAll(copy, await stateOf(store));
    assert.deepEqual(await searchIds(copy, 'p', feature('b')), [2]);
    assert.deepEqual(await searchIds(copy, 'q', feature('b'), feature('a')), [1]);
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
