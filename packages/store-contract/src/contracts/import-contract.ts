import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Store } from '@forewarn/store';
import { type ImportEntry, type ImportTally, NO_TALLY, type StateEntry } from '@forewarn/record';
import { outcomeOf, type Step } from '../arbitraries/arbitrary-history.ts';
import { changeRequest, enabling, feature } from '../samples/change-request.ts';
import {
  endedEntry,
  NONE,
  projectEntry,
  scheduledEntry,
  strategyDefinition,
} from '../samples/entries.ts';
import { findsByRuleAfter, matchesRuleAfter } from '../suite/against-rule.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { times } from '../suite/rounds.ts';
import { searchIds } from '../suite/searches.ts';
import { changeRequestsIn, definitionsIn, projectsIn, stateOf } from '../suite/state-of.ts';
import { BY, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

/** Asserts the counts of an import, which are 0 unless they are given, and that it records no event. */
const assertImports = (
  store: Store,
  entries: readonly ImportEntry[],
  ...[projects, strategies, changeRequests]: readonly Partial<ImportTally>[]
): Promise<void> =>
  check.events(store, async () => {
    assert.deepEqual(await importAll(store, entries), {
      projects: { ...NO_TALLY, ...projects },
      strategies: { ...NO_TALLY, ...strategies },
      changeRequests: { ...NO_TALLY, ...changeRequests },
    });
  }, []);

const strategy = (name: string, description: string): StateEntry => ({
  kind: 'strategy',
  definition: strategyDefinition(name, { description }),
});

const FIRST = [projectEntry('p'), strategy('region', 'first'), scheduledEntry(1, 'p')];
const SECOND = [projectEntry('p', 'P'), strategy('region', 'second'), scheduledEntry(1, 'p', 'b')];

/** Asserts that the store has the second version of each entry, and nothing of the first. */
async function assertHasSecond(store: Store): Promise<void> {
  const state = await stateOf(store);
  assert.deepEqual(projectsIn(state), [{ id: 'p', name: 'P' }]);
  assert.equal(definitionsIn(state).find(({ name }) => name === 'region')?.description, 'second');
  assert.deepEqual(await searchIds(store, 'p', feature('a')), []);
  assert.deepEqual(await searchIds(store, 'p', feature('b')), [1]);
}

const importContract = contractOf('StateTransfer.import', {
  'adds new entries, and the project of a change request, as created': async ({ store }) => {
    const before = await stateOf(store);
    const entries = [...FIRST, scheduledEntry(2, '__proto__'), scheduledEntry(1, '__proto__')];
    await assertImports(store, entries, { created: 2 }, { created: 1 }, { created: 3 });
    const [, region, ofP] = FIRST;
    const projects = ['__proto__', 'p'].map((id) => projectEntry(id, id, NONE));
    const own = (await stateOf(store)).filter(
      (entry) => !before.some((each) => isDeepStrictEqual(each, entry)),
    );
    assert.deepEqual(own, [...projects, region, ...entries.slice(3).toReversed(), ofP]);
    assert.deepEqual(await searchIds(store, '__proto__', feature('a')), [1, 2]);
  },
  'replaces stored entries as a whole and counts them as replaced': async ({ store }) => {
    await importAll(store, FIRST);
    await assertImports(store, SECOND, { replaced: 1 }, { replaced: 1 }, { replaced: 1 });
    await assertHasSecond(store);
  },
  'is idempotent: counts the same entries as unchanged': async ({ store }) => {
    const entries = [...FIRST, projectEntry('q'), scheduledEntry(2, 'q'), endedEntry('q', 3)];
    await importAll(store, entries);
    const before = await stateOf(store);
    await assertImports(store, entries, { unchanged: 2 }, { unchanged: 1 }, { unchanged: 2 });
    check.sameList(await stateOf(store), before);
  },
  'counts registered, recorded and built-in entries as unchanged': async ({ store }) => {
    await registerProjects(store, 'p');
    await record(store, changeRequest({ id: 1, project: 'p', features: enabling('a') }));
    const state = await stateOf(store);
    const one = { unchanged: 1 };
    await assertImports(store, state, one, { unchanged: definitionsIn(state).length }, one);
  },
  'applies the entries in order: a later one replaces an earlier one': async ({ store }) => {
    const all = { created: 1, replaced: 1, unchanged: 1 };
    await assertImports(store, [...FIRST, ...SECOND, ...SECOND], all, all, all);
    await assertHasSecond(store);
  },
  'keeps the project of a change request, until an entry replaces it': async ({ store }) => {
    await importAll(store, [projectEntry('p', 'P')]);
    await assertImports(store, [scheduledEntry(1, 'p')], {}, {}, { created: 1 });
    assert.deepEqual(projectsIn(await stateOf(store)), [{ id: 'p', name: 'P' }]);
    const entries = [scheduledEntry(1, 'q'), projectEntry('q', 'Q')];
    await assertImports(store, entries, { created: 1, replaced: 1 }, {}, { created: 1 });
    assert.deepEqual(projectsIn(await stateOf(store))[1], { id: 'q', name: 'Q' });
  },
  'ignores ended entries of unknown change requests, and an empty list': async ({ store }) => {
    await importAll(store, [scheduledEntry(1, 'p')]);
    const entries = [endedEntry('p', 2), endedEntry('P', 1), endedEntry('never registered', 1)];
    for (const each of [entries, []]) {
      await check.nothingChanges(store, () => assertImports(store, each));
    }
  },
  'withdraws the change requests of ended entries, in order': async ({ store }) => {
    const [one, two] = [scheduledEntry(1, 'p'), scheduledEntry(2, 'p')];
    await importAll(store, [one, scheduledEntry(1, 'q')]);
    const entries = [endedEntry('p', 1), endedEntry('p', 1), endedEntry('p', 2), two];
    await assertImports(store, entries, {}, {}, { created: 1, withdrawn: 1 });
    assert.deepEqual(await searchIds(store, 'p', feature('a')), [2]);
    assert.deepEqual(await searchIds(store, 'q', feature('a')), [1]);
    assert.equal(changeRequestsIn(await stateOf(store)).length, 2);
  },
  'takes `editable` from the last definition': async ({ store }) => {
    const editable = (isEditable: boolean): StateEntry => ({
      kind: 'strategy',
      definition: strategyDefinition('region', { editable: isEditable }),
    });
    await importAll(store, [editable(true), editable(false)]);
    const deleted = store.strategies.delete('region', BY);
    await check.fails(deleted, { type: 'StrategyNotEditable', name: 'region' });
    await importAll(store, [editable(true)]);
    await valueOf(store.strategies.delete('region', BY));
  },
  'adds and replaces more than a thousand entries, which searches find': async ({ store }) => {
    const ids = times(1_200, (id) => id);
    const entriesWith = (name: string) =>
      ids.map((id) => scheduledEntry(id, 'p', id % 400 === 0 ? name : `f${id}`));
    await assertImports(store, entriesWith('rare'), { created: 1 }, {}, { created: 1_200 });
    assert.deepEqual(await searchIds(store, 'p', feature('rare')), [0, 400, 800]);
    await assertImports(store, entriesWith('new'), {}, {}, { replaced: 3, unchanged: 1_197 });
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

const ruleContract = contractOf('StateTransfer.import, against the rule', {
  'lets searches return exactly the imported change requests that the rule matches':
    matchesRuleAfter(importHistory),
  'lets impacts find exactly the imported change requests that the rule finds':
    findsByRuleAfter(importHistory),
});

/** Successful imports, and what searches and impacts find after them. */
export const importContracts: readonly Contract[] = [importContract, ruleContract];
