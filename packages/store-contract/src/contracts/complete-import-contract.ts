import assert from 'node:assert/strict';
import type { Coverage } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { err, ok } from 'neverthrow';
import { PROJECT } from '../samples/change-request.ts';
import {
  asOf,
  complete,
  endedEntry,
  listed,
  LIVE,
  NONE,
  partial,
  projectEntry,
  scheduled,
  TIME,
} from '../samples/entries.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { eventsDuring, withdrawnEvent } from '../suite/events-during.ts';
import { times } from '../suite/rounds.ts';
import { changeRequestsIn, stateOf } from '../suite/state-of.ts';
import { BY, entriesOf, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';

/** Imports a change request with each id in each project. */
const importEach = (store: Store, projects: readonly string[], ids: readonly number[]) =>
  importAll(
    store,
    projects.flatMap((project) => ids.map((id) => listed({ id, project }))),
  );

const completeContract = contractOf('StateTransfer.import, complete', {
  'sets the coverage of a project to its time and source, whatever it was': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other');
    for (const [source, time] of [
      ['import', TIME],
      ['sync', '2026-11-21T10:43:00.000Z'],
      ['import', '2001-01-01T00:00:00.000Z'],
    ] as const) {
      await importAll(store, [complete(PROJECT, source, time), listed()]);
      await check.covered(store, asOf(source, time));
      await valueOf(store.projects.declareLive(PROJECT, BY));
    }
    await check.covered(store, NONE, 'other');
  },
  'registers an unregistered project and counts it as created': async ({ store }) => {
    const { projects } = await importAll(store, [complete('__proto__'), complete('p')]);
    assert.deepEqual(projects, { created: 2, replaced: 0, unchanged: 0, withdrawn: 0 });
    const registered = (await valueOf(store.projects.list())).map(({ id, name }) => [id, name]);
    assert.deepEqual(registered.join(), '__proto__,__proto__,p,p');
    for (const id of ['__proto__', 'p']) await check.covered(store, asOf('import'), id);
  },
  'withdraws what it does not list, only in its project, without an event': async ({ store }) => {
    const ids = [1, 2, 3, 10];
    const projects = [PROJECT, 'Shop', 'other'];
    await importEach(store, projects, ids);
    const importIt = async () => {
      const { changeRequests } = await importAll(store, [
        listed({ id: 2 }),
        complete(PROJECT),
        complete('other'),
        listed({ id: 3, title: 'new' }),
        listed({ id: 4 }),
        listed({ id: 1, project: 'Shop' }),
        endedEntry(PROJECT, 10),
      ]);
      // Of the first project 1 and 10, of the other one all.
      const counts = { created: 1, replaced: 1, unchanged: 2, withdrawn: 6 };
      assert.deepEqual(changeRequests, counts);
    };
    await check.events(store, importIt, []);
    const left = changeRequestsIn(await stateOf(store)).map(({ project, id }) => [project, id]);
    const expected = [...ids.map((id) => ['Shop', id]), ...[2, 3, 4].map((id) => [PROJECT, id])];
    assert.deepEqual(left, expected);
  },
  'records an event for each withdrawal if the entry names a principal': async ({ store }) => {
    const ids = [10, 9, 2, 1];
    const projects = [PROJECT, 'other', 'Shop'];
    await importEach(store, projects, ids);
    const entries = [
      listed({ id: 9 }),
      { ...complete(PROJECT, 'sync'), by: 'Ann' },
      complete('other', 'sync'),
      { ...complete('Shop', 'sync'), by: 'Bob' },
      listed({ id: 10, project: 'Shop' }),
    ];
    const events = await eventsDuring(store, () => importAll(store, entries));
    for (const [project, by, gone] of [
      [PROJECT, 'Ann', [1, 2, 10]],
      ['Shop', 'Bob', [1, 2, 9]],
    ] as const) {
      const expected = gone.map((id) => withdrawnEvent(scheduled({ id, project }), by));
      const found = events.filter((event) => event.project === project);
      assert.deepEqual(found, expected);
    }
    assert.equal(events.length, 6);
    await check.events(store, () => importAll(store, entries), []);
  },
  'records an event for a change request that ended if its entry names a principal': async ({
    store,
  }) => {
    await importEach(store, [PROJECT, 'other'], [1, 2, 3]);
    const entries = [
      { ...endedEntry(PROJECT, 1), by: 'Ann' },
      { ...endedEntry(PROJECT, 3), by: 'Ann' },
      { ...endedEntry(PROJECT, 9), by: 'Ann' },
      endedEntry('other', 1),
    ];
    const events = await eventsDuring(store, async () => {
      const { changeRequests } = await importAll(store, entries);
      assert.equal(changeRequests.withdrawn, 3);
    });
    const gone = [1, 3].map((id) => withdrawnEvent(scheduled({ id, project: PROJECT }), 'Ann'));
    assert.deepEqual(events, gone);
  },
  'is idempotent: counts the same entries as unchanged': async ({ store }) => {
    const entries = [listed({ id: 1 }), complete(PROJECT), complete('empty', 'sync')];
    await importAll(store, [listed({ id: 2 })]);
    await importAll(store, entries);
    await check.nothingChanges(store, async () => {
      const { projects, changeRequests } = await importAll(store, entries);
      const counts = { created: 0, replaced: 0, unchanged: 1, withdrawn: 0 };
      assert.deepEqual([projects.created, changeRequests], [0, counts]);
    });
  },
  'only ends that a project is live for a partial list': async ({ store }) => {
    for (const before of [NONE, LIVE, asOf('import')]) {
      await importAll(store, [projectEntry(PROJECT, PROJECT, before), listed({ id: 1 })]);
      await importAll(store, [listed({ id: 2 }), partial(PROJECT)]);
      await check.covered(store, before === LIVE ? NONE : before);
    }
    assert.equal(changeRequestsIn(await stateOf(store)).length, 2);
    const { projects } = await importAll(store, [partial('unregistered')]);
    assert.equal(projects.created, 0);
  },
  'keeps a project that a partial list names from becoming live': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await importAll(store, [partial(PROJECT)]);
    await record(store, scheduled());
    await check.covered(store, NONE);
  },
  'changes no coverage when the import fails': async ({ store }) => {
    await importAll(store, [listed()]);
    async function* thenErrs() {
      yield ok(complete(PROJECT));
      yield err('broken');
    }
    assert.equal(await errorOf(store.transfer.import(thenErrs())), 'broken');
    await check.covered(store, NONE);
    assert.deepEqual(await record(store, scheduled()), 'unchanged');
  },
});

const at = (seconds: string): string => `2020-11-21T10:42:${seconds}Z`;

const OUTDATED = { type: 'DataOutdated', projectId: PROJECT };

const outdatedContract = contractOf('StateTransfer.import, outdated', {
  'returns DataOutdated for a sync of an earlier time, and changes nothing': async ({ store }) => {
    await importAll(store, [
      listed(),
      listed({ id: 3 }),
      complete(PROJECT, 'sync', at('02.000')),
      complete('other', 'sync', at('01.000')),
    ]);
    const entries = [
      projectEntry(PROJECT, 'Old'),
      listed({ title: 'old' }),
      listed({ id: 2 }),
      complete('new', 'sync', at('01.999')),
      complete('other', 'sync', at('01.999')),
      { ...complete(PROJECT, 'sync', at('01.999')), by: 'Ann' },
    ];
    const partly = [listed({ title: 'old' }), partial(PROJECT, at('01.999'))];
    await check.refused(store, [entries, partly], (each) => [
      store.transfer.import(entriesOf(each)),
      OUTDATED,
    ]);
  },
  'accepts a sync as of the same time or a later one, not a later text': async ({ store }) => {
    for (const time of [at('00'), at('00.000'), at('00'), at('00.500')]) {
      await importAll(store, [complete(PROJECT, 'sync', time), listed({ title: time })]);
      await check.covered(store, asOf('sync', time));
    }
    const entries = entriesOf([complete(PROJECT, 'sync', at('00'))]);
    await check.fails(store.transfer.import(entries), OUTDATED);
  },
  'accepts an earlier time than that of an import or one in the future': async ({ store }) => {
    const [early, late] = [at('01.000'), at('02.000')];
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const stored: readonly Coverage[] = [NONE, LIVE, asOf('import', late), asOf('sync', future)];
    for (const coverage of stored) {
      await importAll(store, [projectEntry(PROJECT, PROJECT, coverage)]);
      await importAll(store, [complete(PROJECT, 'sync', early)]);
      await check.covered(store, asOf('sync', early));
    }
    const soon = asOf('sync', new Date(Date.now() + 30_000).toISOString());
    await importAll(store, [projectEntry(PROJECT, PROJECT, soon)]);
    const entries = entriesOf([complete(PROJECT, 'sync', early)]);
    await check.fails(store.transfer.import(entries), OUTDATED);
    await importAll(store, [projectEntry(PROJECT, PROJECT, NONE)]);
    await importAll(store, [complete(PROJECT, 'sync', late)]);
    await importAll(store, [complete(PROJECT, 'import', early)]);
    await check.covered(store, asOf('import', early));
  },
  'keeps the newest of concurrent syncs, whole': async ({ store }) => {
    for (const [round, newest] of [5, 0, 9].entries()) {
      const timeOf = (n: number) => at(`0${round}.${n === newest ? 999 : `00${n}`}`);
      const syncs = times(10, (n) => {
        const entries = [listed({ title: `sync ${n}` }), complete(PROJECT, 'sync', timeOf(n))];
        return store.transfer.import(entriesOf(entries));
      });
      for (const [n, result] of (await Promise.all(syncs)).entries()) {
        if (result.isErr()) assert.equal(result.error.type, 'DataOutdated');
        assert.ok(result.isOk() || n !== newest);
      }
      await check.covered(store, asOf('sync', timeOf(newest)));
      const [stored] = changeRequestsIn(await stateOf(store));
      assert.equal(stored?.title, `sync ${newest}`);
    }
  },
  'forgets the time of a deleted project': async ({ store }) => {
    await importAll(store, [complete(PROJECT, 'sync', at('02.000'))]);
    await valueOf(store.projects.delete(PROJECT, 'ann'));
    await importAll(store, [complete(PROJECT, 'sync', at('01.000'))]);
    await check.covered(store, asOf('sync', at('01.000')));
  },
});

/** Imports that list all change requests of a project, and syncs whose data is older than what is stored. */
export const completeImportContracts: readonly Contract[] = [completeContract, outdatedContract];
