import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { type ScheduledChangeRequest, summaryOf } from '@forewarn/core';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { assertMatchesRule, matchesRuleAfter } from '../suite/against-rule.ts';
import { interruptionContract } from '../suite/call-cases.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf, projectContractOf } from '../suite/contract.ts';
import { forDistinctTargets } from '../suite/distinct-targets.ts';
import { SEARCH_CALLS, fillForReads } from '../suite/every-call.ts';
import type { SearchPorts } from '../suite/ports.ts';
import { times } from '../suite/rounds.ts';
import { search, searchIds } from '../suite/searches.ts';
import { BY, record, recordAll, schedule } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const changing = (id: number, ...names: readonly string[]): ScheduledChangeRequest =>
  changeRequest({ id, features: enabling(...names) });

/** The results of searches and their order. */
const searchContract = projectContractOf<SearchPorts>('ScheduledChangeRequestReader.search', {
  'returns what touches any of the targets, each once, by ascending id': async ({ store }) => {
    const ids = [0, 1, 2, 9, 10, 100, 2 ** 31, Number.MAX_SAFE_INTEGER];
    for (const id of [10, 2, Number.MAX_SAFE_INTEGER, 0, 100, 9, 2 ** 31, 1]) {
      await record(store, changing(id, 'all', id % 2 === 0 ? 'even' : 'odd', 'all'));
    }
    for (const [names, expected] of [
      [['odd', 'all', 'none', 'even', 'all'], ids],
      [['none', 'odd'], ids.filter((id) => id % 2 === 1)],
      [['none'], []],
      [[], []],
    ] as const) {
      const found = await searchIds(store, PROJECT, ...names.map(feature));
      assert.deepEqual({ names, found }, { names, found: expected });
    }
  },
  'returns what is scheduled now, after each put, replacement and removal': async ({ store }) => {
    for (const [write, expected] of [
      [async () => {}, []],
      [() => record(store, changing(1, 'a')), [1]],
      [() => record(store, changing(2, 'a')), [1, 2]],
      [() => record(store, changing(1, 'b')), [2]],
      [() => valueOf(store.writer.remove({ projectId: PROJECT, id: 2 }, BY)), []],
    ] as const) {
      await write();
      assert.deepEqual(await searchIds(store, PROJECT, feature('a')), expected);
    }
  },
  'says how current its data is: live, or as of a time that has been': async ({ store }) => {
    await record(store, changing(1, 'a'));
    for (const anyOf of [[], [feature('a')]]) {
      const { coverage } = await valueOf(store.reader.search({ projectId: PROJECT, anyOf }));
      const isKnown = coverage.kind === 'as-of' && Date.parse(coverage.asOf) <= Date.now();
      assert.ok(isKnown || coverage.kind === 'live', inspect(coverage));
    }
  },
  'accepts a thousand targets, and finds by each of a thousand features': async ({ store }) => {
    const names = times(1_000, (index) => `f${index}`);
    for (const id of [0, 500, 999]) await record(store, changing(id, `f${id}`));
    await record(store, changing(1_000, ...names));
    const targets = [...names, ...names].map(feature);
    assert.deepEqual(await searchIds(store, PROJECT, ...targets), [0, 500, 999, 1_000]);
    for (const id of [0, 500, 999]) {
      assert.deepEqual(await searchIds(store, PROJECT, feature(`f${id}`)), [id, 1_000]);
    }
  },
  'returns ProjectNotFound for an unregistered project, with any targets': async ({ store }) => {
    await recordAll(store, [{ ...changing(1, 'a'), project: 'a' }], 'a');
    for (const projectId of ['b', 'A', 'a ', '_', '%', ...INHERITED_NAMES]) {
      for (const anyOf of [[], [feature('a')]]) {
        const call = store.reader.search({ projectId, anyOf });
        await check.fails(call, { type: 'ProjectNotFound', projectId });
      }
    }
  },
  'compares the ids of projects byte for byte, and finds nothing of another': async ({ store }) => {
    const inEach = LOOK_ALIKE_NAMES.flatMap((project, index) =>
      [0, 100 + index].map((id) => ({ ...changing(id, 'a'), project, environment: project })),
    );
    await recordAll(store, inEach, ...LOOK_ALIKE_NAMES, 'none');
    for (const [index, environment] of LOOK_ALIKE_NAMES.entries()) {
      assert.deepEqual(await search(store, environment, feature('a')), [
        { id: 0, environment },
        { id: 100 + index, environment },
      ]);
    }
    assert.deepEqual(await search(store, 'none', feature('a')), []);
  },
  'cuts a long title': async ({ store }) => {
    const long = { ...changing(1, 'a'), title: `${'é'.repeat(254)}😀${'x'.repeat(1_000)}` };
    await record(store, long);
    assert.deepEqual(await search(store, PROJECT, feature('a')), [summaryOf(long)]);
    assert.equal(summaryOf(long).title, `${'é'.repeat(254)}…`);
  },
  'returns copies: mutating a result changes nothing in the store': async ({ store }) => {
    await record(store, { ...changing(1, 'a'), title: 'T' });
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
export const searchContracts: readonly Contract<SearchPorts>[] = [
  searchContract,
  ruleContract,
  interruptionContract(searchContract.port, { calls: SEARCH_CALLS, fill: fillForReads }, (store) =>
    search(store, PROJECT, feature('a')),
  ),
];
