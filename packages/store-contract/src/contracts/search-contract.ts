import assert from 'node:assert/strict';
import type { Target } from '@forewarn/core';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { assertMatchesRule, matchesRuleAfter } from '../suite/against-rule.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf, projectContractOf } from '../suite/contract.ts';
import { forDistinctTargets } from '../suite/distinct-targets.ts';
import type { SearchPorts } from '../suite/ports.ts';
import {
  record,
  recordAll,
  registerProjects,
  schedule,
  search,
  searchIds,
  times,
} from '../suite/store-calls.ts';

const TITLES = ['', ' ', 'two\nlines', '\ttab', 'null', "100 % 'off'", '"\\', 'é😀\u2028'];

/** The results of searches and their order. */
const searchContract = projectContractOf<SearchPorts>('ScheduledChangeRequestReader.search', {
  'matches any of the targets, not all of them': async ({ store }) => {
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      await record(store, changeRequest({ id: index + 1, features: enabling(name) }));
    }
    const result = await searchIds(store, PROJECT, feature('a'), feature('b'), feature('x'));
    assert.deepEqual(result, [1, 2]);
  },
  'returns each change request once, however many targets match': async ({ store }) => {
    await record(store, changeRequest({ features: enabling('a', 'b', 'a') }));
    const strategy: Target = { kind: 'strategy', id: 's' };
    const anyOf = [feature('a'), feature('b'), feature('a'), strategy, strategy];
    assert.deepEqual(await searchIds(store, PROJECT, ...anyOf), [1]);
  },
  'returns ascending numeric ids, whatever the order of the puts': async ({ store }) => {
    const ids = [10, 2, Number.MAX_SAFE_INTEGER, 0, 100, 9, 2 ** 31, 1];
    for (const id of ids) {
      await record(store, changeRequest({ id, features: enabling(id % 2 === 0 ? 'a' : 'b') }));
    }
    const ascending = ids.toSorted((a, b) => a - b);
    assert.deepEqual(await searchIds(store, PROJECT, feature('b'), feature('a')), ascending);
  },
  'returns an empty list for no targets and for untouched targets': async ({ store }) => {
    await record(store, changeRequest({ features: enabling('a') }));
    assert.deepEqual(await search(store, PROJECT), []);
    assert.deepEqual(await search(store, PROJECT, feature('b')), []);
  },
  'returns ProjectNotFound for an unregistered project, with any targets': async ({ store }) => {
    await recordAll(store, [changeRequest({ project: 'a', features: enabling('a') })], 'a');
    for (const projectId of ['b', 'A', 'a ', '_', '%', ...INHERITED_NAMES]) {
      for (const anyOf of [[], [feature('a')]]) {
        const call = store.reader.search({ projectId, anyOf });
        await check.fails(call, { type: 'ProjectNotFound', projectId });
      }
    }
  },
  'never returns a change request of another project, whatever its id': async ({ store }) => {
    const projects = ['a', 'A', 'a ', '%', '_', 'aa', ...INHERITED_NAMES];
    await registerProjects(store, ...projects, 'none');
    for (const [index, project] of projects.entries()) {
      for (const id of [0, 100 + index]) {
        const features = enabling('a');
        await record(store, changeRequest({ id, project, features, environment: project }));
      }
    }
    for (const [index, environment] of projects.entries()) {
      assert.deepEqual(await search(store, environment, feature('a')), [
        { id: 0, environment },
        { id: 100 + index, environment },
      ]);
    }
    assert.deepEqual(await search(store, 'none', feature('a')), []);
  },
  'compares the ids of projects byte for byte': async ({ store }) => {
    const all = LOOK_ALIKE_NAMES.map((project, id) =>
      changeRequest({ id, project, features: enabling('a') }),
    );
    await recordAll(store, all, ...LOOK_ALIKE_NAMES);
    for (const [id, project] of LOOK_ALIKE_NAMES.entries()) {
      assert.deepEqual(await searchIds(store, project, feature('a')), [id], project);
    }
  },
  'returns the recorded title, even an empty one, and none without one': async ({ store }) => {
    const features = enabling('a');
    await record(store, changeRequest({ id: 0, features }));
    for (const [index, title] of TITLES.entries()) {
      await record(store, changeRequest({ id: index + 1, title, features }));
    }
    assert.deepEqual(await search(store, PROJECT, feature('a')), [
      { id: 0, environment: 'production' },
      ...TITLES.map((title, index) => ({ id: index + 1, environment: 'production', title })),
    ]);
  },
  'finds a change with an unknown action by its feature': async ({ store }) => {
    const actions = ['inventedTomorrow', '', 'UPDATEENABLED', ...INHERITED_NAMES];
    for (const [id, action] of actions.entries()) {
      const features = [{ name: 'a', changes: [{ action, payload: { id: 'no target' } }] }];
      await record(store, changeRequest({ id, features }));
    }
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [...actions.keys()]);
    assert.deepEqual(await searchIds(store, PROJECT, { kind: 'strategy', id: 'no target' }), []);
  },
  'finds a feature that is listed without its changes': async ({ store }) => {
    await record(store, changeRequest({ features: [{ name: 'a', changes: [] }] }));
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [1]);
  },
  'accepts a thousand targets and finds by each of them': async ({ store }) => {
    const targets = times(1_000, (index) => feature(`f${index}`));
    for (const id of [0, 500, 999]) {
      await record(store, changeRequest({ id, features: enabling(`f${id}`) }));
    }
    assert.deepEqual(await searchIds(store, PROJECT, ...targets), [0, 500, 999]);
    assert.deepEqual(await searchIds(store, PROJECT, ...targets, ...targets), [0, 500, 999]);
  },
  'finds a change request by each of its thousand features': async ({ store }) => {
    const names = times(1_000, (index) => `f${index}`);
    await record(store, changeRequest({ features: enabling(...names) }));
    const first = await searchIds(store, PROJECT, feature('f0'));
    const last = await searchIds(store, PROJECT, feature('f999'));
    assert.deepEqual([first, last], [[1], [1]]);
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await record(store, changeRequest({ title: 'T', features: enabling('a') }));
    await check.returnsCopies(() => search(store, PROJECT, feature('a')));
  },
});

const ruleContract = contractOf<SearchPorts>(
  'ScheduledChangeRequestReader.search, against the rule',
  {
    'returns exactly what the rule matches after puts, replacements and removals':
      matchesRuleAfter<SearchPorts>(schedule),
    ...forDistinctTargets<SearchPorts>(async (store, scheduled, targets) => {
      const queries = targets.map((target) => [target]);
      await assertMatchesRule(store, scheduled, ['p'], queries);
    }),
  },
);

/** The promises of searches, for stores that implement only that port. */
export const searchContracts: readonly Contract<SearchPorts>[] = [searchContract, ruleContract];
