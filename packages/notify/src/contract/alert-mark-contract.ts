import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { CompleteNames, ImportEntry, SilentChange } from '@forewarn/record';
import {
  archiving,
  changing,
  FRIDAY,
  MONDAY,
  raising,
  TUESDAY,
  updating,
} from '@forewarn/forecast/contract';
import {
  at,
  BY,
  changeRequest,
  complete,
  contractOf,
  entriesOf,
  feature,
  PROJECT,
  recordAll,
  registerProjects,
  strategyDefinition,
  valueOf,
} from '@forewarn/store-contract/writing';
import { MAX_MARKS } from '../alert-progress.ts';
import type { AlertingPorts } from './alerting-ports.ts';

/** Imports entries, and takes the marks. */
async function markedBy(
  store: AlertingPorts,
  entries: readonly ImportEntry[],
): Promise<readonly string[]> {
  await valueOf(store.transfer.import(entriesOf(entries)));
  return takeMarks(store);
}

/** Removes the marks. Returns the texts of their changes, in ascending order. */
async function takeMarks({ alerts }: AlertingPorts): Promise<readonly string[]> {
  const { generation, marks } = await valueOf(alerts.read());
  const numbers = marks.map(({ no }) => no);
  const commit = { generation, raised: [], ended: [], events: [], marks: numbers };
  await valueOf(alerts.commit(commit, BY));
  return marks.flatMap(({ changes }) => changes.map(textOf)).toSorted();
}

function textOf(change: SilentChange): string {
  if (change.kind === 'all') return 'all';
  if (change.kind === 'change-request') return `${change.key.projectId} ${change.key.id}`;
  const { target, from, projectId = '' } = change.touched;
  return `${JSON.stringify(target)} ${new Date(from).toISOString()} ${projectId}`;
}

const touching = (target: object, from = 0): string =>
  `${JSON.stringify(target)} ${new Date(from).toISOString()} `;

const put = (each: ScheduledChangeRequest): ImportEntry => ({
  kind: 'scheduled',
  changeRequest: each,
});

const changingStrategy = (scheduledAt: string, id: string): ScheduledChangeRequest =>
  at(scheduledAt, { id: 2, features: changing('f', updating(id)) });

/** The marks of what changes without an event. */
export const markContract = contractOf<AlertingPorts>('AlertRepository, marks', {
  'has a mark of what an import adds, replaces and removes': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const monday = Date.parse(MONDAY);
    const added = [archiving(MONDAY, 'a', { id: 1 }), changingStrategy(MONDAY, 's')];
    const strategy = { kind: 'strategy', id: 's' };
    assert.deepEqual(
      await markedBy(store, added.map(put)),
      [
        `${PROJECT} 1`,
        `${PROJECT} 2`,
        touching(feature('a')),
        touching(strategy, monday),
      ].toSorted(),
    );
    assert.deepEqual(await markedBy(store, added.map(put)), []);
    const moved = changingStrategy(TUESDAY, 't');
    const tuesday = Date.parse(TUESDAY);
    assert.deepEqual(
      await markedBy(store, [put(moved)]),
      [
        `${PROJECT} 2`,
        touching(strategy, monday),
        touching({ kind: 'strategy', id: 't' }, tuesday),
      ].toSorted(),
    );
    assert.deepEqual(
      await markedBy(store, [{ kind: 'ended', projectId: PROJECT, id: 1 }]),
      [`${PROJECT} 1`, touching(feature('a'))].toSorted(),
    );
    assert.deepEqual(
      await markedBy(store, [complete(PROJECT)]),
      [`${PROJECT} 2`, touching({ kind: 'strategy', id: 't' }, tuesday)].toSorted(),
    );
  },
  'has a mark of what touches a definition that an import adds': async ({ store }) => {
    const definition = strategyDefinition('zone', { title: 'Zone' });
    const marked = [touching({ kind: 'strategyDefinition', name: 'zone' })];
    assert.deepEqual(await markedBy(store, [{ kind: 'strategy', definition }]), marked);
    assert.deepEqual(await markedBy(store, [{ kind: 'strategy', definition }]), []);
  },
  'has a mark of what a list of names lacks, and of what is there again': async ({ store }) => {
    await recordAll(store, [archiving(FRIDAY, 'a', { id: 1 })], PROJECT);
    const marksOf = async (asOf: string, lists: CompleteNames['lists'], projectId = PROJECT) => {
      await valueOf(store.names.replace({ projectId, asOf, lists }));
      return takeMarks(store);
    };
    const marked = [touching({ kind: 'feature', name: 'a' }) + PROJECT];
    assert.deepEqual(await marksOf(MONDAY, { feature: ['a'] }), []);
    assert.deepEqual(await marksOf(TUESDAY, { feature: ['b'] }), marked);
    assert.deepEqual(await marksOf(TUESDAY, { archivedFeature: [] }), marked);
    await registerProjects(store, 'other');
    for (const name of ['a', 'c']) {
      assert.deepEqual(await marksOf(FRIDAY, { feature: [name] }, 'other'), marked, name);
    }
    await valueOf(store.names.add(PROJECT, [{ kind: 'feature', value: 'a' }], { areNew: true }));
    assert.deepEqual(await takeMarks(store), marked);
  },
  'has one mark of everything for an import of many': async ({ store }) => {
    const many = Array.from({ length: 600 }, (_, id) => put(changeRequest({ id })));
    assert.deepEqual(await markedBy(store, many), ['all']);
    assert.deepEqual(await markedBy(store, many), []);
    assert.deepEqual(await markedBy(store, [complete(PROJECT)]), ['all']);
  },
  'has no mark of what has an event': async ({ store }) => {
    await recordAll(store, [archiving(MONDAY, 'a'), raising(FRIDAY, 'a', { id: 2 })], PROJECT);
    await valueOf(store.writer.remove({ projectId: PROJECT, id: 2 }, BY));
    await valueOf(store.projects.delete(PROJECT, BY));
    assert.deepEqual((await valueOf(store.alerts.read())).marks, []);
  },
  'keeps marks until a commit names them': async ({ store }) => {
    const marksIn = async () => (await valueOf(store.alerts.read())).marks;
    for (let id = 0; id <= MAX_MARKS; id += 1) {
      await valueOf(store.transfer.import(entriesOf([put(changeRequest({ id }))])));
    }
    const [first, second, ...others] = await marksIn();
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(others.length, MAX_MARKS - 2);
    const commit = { raised: [], ended: [], events: [], marks: [first.no] };
    await valueOf(store.alerts.commit({ generation: 0, ...commit }, BY));
    const left = await marksIn();
    assert.deepEqual(left.slice(0, -1), [second, ...others]);
    assert.deepEqual(left.at(-1)?.changes.map(textOf).includes(`${PROJECT} ${MAX_MARKS}`), true);
    const stale = store.alerts.commit({ generation: 0, ...commit, marks: [second.no] }, BY);
    assert.equal((await stale).isErr(), true);
    assert.deepEqual(await marksIn(), left);
  },
});
