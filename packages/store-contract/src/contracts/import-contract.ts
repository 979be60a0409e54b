import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Store } from '@forewarn/core';
import type { ImportCounts, ImportTally, StateEntry } from '@forewarn/core/operator';
import { outcomeOf, type Step } from '../arbitraries/arbitrary-history.ts';
import { changeRequest, enabling, feature } from '../samples/change-request.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { findsByRuleAfter, matchesRuleAfter } from '../suite/against-rule.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { eventsDuring } from '../suite/events-during.ts';
import {
  assertNothingChanges,
  assertSameList,
  changeRequestsIn,
  definitionsIn,
  projectsIn,
  stateOf,
} from '../suite/state-of.ts';
import { BY, importAll, record, registerProjects, searchIds } from '../suite/store-calls.ts';
import { assertFails, valueOf } from '../suite/value-of.ts';

const NONE: ImportTally = { created: 0, replaced: 0, unchanged: 0, withdrawn: 0 };

const counts = (
  projects: Partial<ImportTally>,
  strategies: Partial<ImportTally>,
  changeRequests: Partial<ImportTally>,
): ImportCounts => ({
  projects: { ...NONE, ...projects },
  strategies: { ...NONE, ...strategies },
  changeRequests: { ...NONE, ...changeRequests },
});

const project = (id: string, name = id): StateEntry => ({ kind: 'project', project: { id, name } });

const scheduled = (id: number, projectId: string, name: string): StateEntry => ({
  kind: 'scheduled',
  changeRequest: changeRequest({ id, project: projectId, features: enabling(name) }),
});

const strategy = (name: string, description: string): StateEntry => ({
  kind: 'strategy',
  definition: strategyDefinition(name, { description }),
});

const ended = (projectId: string, id: number) => ({ kind: 'ended', projectId, id }) as const;

const FIRST = [project('p'), strategy('region', 'first'), scheduled(1, 'p', 'a')];
const SECOND = [project('p', 'P'), strategy('region', 'second'), scheduled(1, 'p', 'b')];

/** Asserts that the store has the second version of each entry, and nothing of the first. */
async function assertHasSecond(store: Store): Promise<void> {
  const state = await stateOf(store);
  assert.deepEqual(projectsIn(state), [{ id: 'p', name: 'P' }]);
  assert.equal(definitionsIn(state).find(({ name }) => name === 'region')?.description, 'second');
  assert.deepEqual(await searchIds(store, 'p', feature('a')), []);
  assert.deepEqual(await searchIds(store, 'p', feature('b')), [1]);
}

/** Successful imports. */
export const importContract: Contract = contractOf('StateTransfer.import', {
  'adds new entries and counts them as created': async ({ store }) => {
    const before = await stateOf(store);
    assert.deepEqual(
      await importAll(store, FIRST),
      counts({ created: 1 }, { created: 1 }, { created: 1 }),
    );
    const state = await stateOf(store);
    assert.equal(state.length, before.length + 3);
    const [added, ...others] = FIRST;
    for (const entry of [{ ...added, coverage: { kind: 'none' } }, ...others]) {
      assert.ok(state.some((other) => isDeepStrictEqual(other, entry)));
    }
    assert.deepEqual(await searchIds(store, 'p', feature('a')), [1]);
  },
  'replaces stored entries as a whole and counts them as replaced': async ({ store }) => {
    await importAll(store, FIRST);
    assert.deepEqual(
      await importAll(store, SECOND),
      counts({ replaced: 1 }, { replaced: 1 }, { replaced: 1 }),
    );
    await assertHasSecond(store);
  },
  'is idempotent: counts the same entries as unchanged': async ({ store }) => {
    const entries = [...FIRST, project('q'), scheduled(2, 'q', 'a'), ended('q', 3)];
    await importAll(store, entries);
    const before = await stateOf(store);
    assert.deepEqual(
      await importAll(store, entries),
      counts({ unchanged: 2 }, { unchanged: 1 }, { unchanged: 2 }),
    );
    assertSameList(await stateOf(store), before);
  },
  'counts registered, recorded and built-in entries as unchanged': async ({ store }) => {
    await registerProjects(store, 'p');
    await record(store, changeRequest({ id: 1, project: 'p', features: enabling('a') }));
    const state = await stateOf(store);
    const strategies = definitionsIn(state).length;
    assert.deepEqual(
      await importAll(store, state),
      counts({ unchanged: 1 }, { unchanged: strategies }, { unchanged: 1 }),
    );
  },
  'applies the entries in order: a later one replaces an earlier one': async ({ store }) => {
    assert.deepEqual(
      await importAll(store, [...FIRST, ...SECOND]),
      counts({ created: 1, replaced: 1 }, { created: 1, replaced: 1 }, { created: 1, replaced: 1 }),
    );
    await assertHasSecond(store);
  },
  'counts each repetition of an entry as unchanged': async ({ store }) => {
    const once = { created: 1, unchanged: 2 };
    const counted = await importAll(store, [...FIRST, ...FIRST, ...FIRST]);
    assert.deepEqual(counted, counts(once, once, once));
  },
  'registers the unregistered project of a change request and counts it as created': async ({
    store,
  }) => {
    assert.deepEqual(
      await importAll(store, [scheduled(1, '__proto__', 'a'), scheduled(2, '__proto__', 'a')]),
      counts({ created: 1 }, {}, { created: 2 }),
    );
    assert.deepEqual(projectsIn(await stateOf(store)), [{ id: '__proto__', name: '__proto__' }]);
    assert.deepEqual(await searchIds(store, '__proto__', feature('a')), [1, 2]);
  },
  'keeps the registered project of a change request': async ({ store }) => {
    await importAll(store, [project('p', 'P')]);
    assert.deepEqual(
      await importAll(store, [scheduled(1, 'p', 'a')]),
      counts({}, {}, { created: 1 }),
    );
    assert.deepEqual(projectsIn(await stateOf(store)), [{ id: 'p', name: 'P' }]);
  },
  'replaces the implied project of a change request by a later entry': async ({ store }) => {
    assert.deepEqual(
      await importAll(store, [scheduled(1, 'p', 'a'), project('p', 'P')]),
      counts({ created: 1, replaced: 1 }, {}, { created: 1 }),
    );
    assert.deepEqual(projectsIn(await stateOf(store)), [{ id: 'p', name: 'P' }]);
  },
  'withdraws the change request of an ended entry, and none of another project': async ({
    store,
  }) => {
    const [one, two] = [scheduled(1, 'p', 'a'), scheduled(2, 'p', 'a')];
    await importAll(store, [one, two, scheduled(1, 'q', 'a')]);
    assert.deepEqual(await importAll(store, [ended('p', 1)]), counts({}, {}, { withdrawn: 1 }));
    assert.deepEqual(await searchIds(store, 'p', feature('a')), [2]);
    assert.deepEqual(await searchIds(store, 'q', feature('a')), [1]);
    assert.equal(changeRequestsIn(await stateOf(store)).length, 2);
  },
  'ignores an ended entry of an unknown change request': async ({ store }) => {
    await importAll(store, [scheduled(1, 'p', 'a')]);
    const entries = [ended('p', 2), ended('P', 1), ended('never registered', 1)];
    await assertNothingChanges(store, async () => {
      assert.deepEqual(await importAll(store, entries), counts({}, {}, {}));
    });
  },
  'applies ended entries in order': async ({ store }) => {
    const [one, two] = [scheduled(1, 'p', 'a'), scheduled(2, 'p', 'a')];
    assert.deepEqual(
      await importAll(store, [one, ended('p', 1), ended('p', 1), ended('p', 2), two]),
      counts({ created: 1 }, {}, { created: 2, withdrawn: 1 }),
    );
    assert.deepEqual(await searchIds(store, 'p', feature('a')), [2]);
  },
  'takes `editable` from the last definition': async ({ store }) => {
    const editable = (isEditable: boolean): StateEntry => ({
      kind: 'strategy',
      definition: strategyDefinition('region', { editable: isEditable }),
    });
    await importAll(store, [editable(true), editable(false)]);
    const deleted = store.strategies.delete('region', BY);
    await assertFails(deleted, { type: 'StrategyNotEditable', name: 'region' });
    await importAll(store, [editable(true)]);
    await valueOf(store.strategies.delete('region', BY));
  },
  'copies its arguments: mutating them later changes nothing in the store': async ({ store }) => {
    const nothingNew = { unchanged: 1 };
    for (const entries of [FIRST, SECOND]) {
      const passed = structuredClone(entries);
      await importAll(store, passed);
      overwriteDeeply(passed);
      assert.deepEqual(await importAll(store, entries), counts(nothingNew, nothingNew, nothingNew));
    }
    assert.deepEqual(await searchIds(store, 'p', feature('b')), [1]);
  },
  'changes nothing without entries': async ({ store }) => {
    await assertNothingChanges(store, async () => {
      assert.deepEqual(await importAll(store, []), counts({}, {}, {}));
    });
  },
  'records no event': async ({ store }) => {
    const events = await eventsDuring(store, () =>
      importAll(store, [...FIRST, ...SECOND, ...SECOND, ended('p', 1)]),
    );
    assert.deepEqual(events, []);
  },
  'adds and replaces more than a thousand entries, which searches find': async ({ store }) => {
    const ids = Array.from({ length: 1_200 }, (_, id) => id);
    const entriesWith = (name: string) =>
      ids.map((id) => scheduled(id, 'p', id % 400 === 0 ? name : `f${id}`));
    assert.deepEqual(
      await importAll(store, entriesWith('rare')),
      counts({ created: 1 }, {}, { created: 1_200 }),
    );
    assert.deepEqual(await searchIds(store, 'p', feature('rare')), [0, 400, 800]);
    assert.deepEqual(
      await importAll(store, entriesWith('new')),
      counts({}, {}, { replaced: 3, unchanged: 1_197 }),
    );
    assert.deepEqual(await searchIds(store, 'p', feature('rare')), []);
    const everything = [...ids.map((id) => feature(`f${id}`)), feature('new')];
    assert.deepEqual(await searchIds(store, 'p', ...everything), ids);
  },
});

async function importHistory(store: Store, steps: readonly Step[]): Promise<void> {
  const { did } = outcomeOf(steps);
  const { changeRequests } = await importAll(store, steps);
  for (const [outcome, count] of Object.entries(changeRequests)) {
    assert.equal(count, did.filter((each) => each === outcome).length, outcome);
  }
}

/** Searches and impacts after imports. */
export const importEquivalenceContract: Contract = contractOf(
  'StateTransfer.import, against the rule',
  {
    'lets searches return exactly the imported change requests that the rule matches':
      matchesRuleAfter(importHistory),
    'lets impacts find exactly the imported change requests that the rule finds':
      findsByRuleAfter(importHistory),
  },
);
