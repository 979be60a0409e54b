import assert from 'node:assert/strict';
import type { Coverage } from '@forewarn/core';
import { contractOf, type Contract } from '../contract.ts';
import { assertCovered } from '../covered.ts';
import { eventsDuring } from '../events-during.ts';
import { PROJECT } from '../samples/change-request.ts';
import { asOf, complete, listed, LIVE, NONE } from '../samples/coverage.ts';
import { changeRequestsIn, stateOf } from '../state-of.ts';
import { entriesOf, importAll } from '../store-calls.ts';
import { errorOf, valueOf } from '../value-of.ts';

const at = (seconds: string): string => `2020-11-21T10:42:${seconds}Z`;

const OUTDATED = { type: 'DataOutdated', projectId: PROJECT };

/** Syncs whose data is older than what is stored. */
export const outdatedImportContract: Contract = contractOf('StateTransfer.import, outdated', {
  'returns DataOutdated for a sync as of an earlier time than the stored one, and changes nothing':
    async ({ store }) => {
      await importAll(store, [
        listed(),
        listed({ id: 3 }),
        complete(PROJECT, 'sync', at('02.000')),
        complete('other', 'sync', at('01.000')),
      ]);
      const before = await stateOf(store);
      const events = await eventsDuring(store, async () => {
        const entries = entriesOf([
          { kind: 'project', project: { id: PROJECT, name: 'Old' } },
          listed({ title: 'old' }),
          listed({ id: 2 }),
          complete('new', 'sync', at('01.999')),
          complete('other', 'sync', at('01.999')),
          { ...complete(PROJECT, 'sync', at('01.999')), by: 'Ann' },
        ]);
        assert.deepEqual(await errorOf(store.transfer.import(entries)), OUTDATED);
      });
      assert.deepEqual(events, []);
      assert.deepEqual(await stateOf(store), before);
    },
  'accepts a sync as of the same time or a later one': async ({ store }) => {
    for (const time of [at('01.000'), at('01.000'), at('01.001')]) {
      await importAll(store, [complete(PROJECT, 'sync', time), listed({ title: time })]);
      await assertCovered(store, asOf('sync', time));
    }
  },
  'compares times, not their texts': async ({ store }) => {
    for (const time of [at('00'), at('00.000'), at('00'), at('00.500')]) {
      await importAll(store, [complete(PROJECT, 'sync', time)]);
      await assertCovered(store, asOf('sync', time));
    }
    const entries = entriesOf([complete(PROJECT, 'sync', at('00'))]);
    assert.deepEqual(await errorOf(store.transfer.import(entries)), OUTDATED);
  },
  'accepts an earlier time where no sync has stored a later one, and from an import': async ({
    store,
  }) => {
    const [early, late] = [at('01.000'), at('02.000')];
    const project = { id: PROJECT, name: PROJECT };
    const stored: readonly Coverage[] = [NONE, LIVE, asOf('import', late)];
    for (const coverage of stored) {
      await importAll(store, [{ kind: 'project', project, coverage }]);
      await importAll(store, [complete(PROJECT, 'sync', early)]);
      await assertCovered(store, asOf('sync', early));
    }
    await importAll(store, [complete(PROJECT, 'sync', late)]);
    await importAll(store, [complete(PROJECT, 'import', early)]);
    await assertCovered(store, asOf('import', early));
  },
  'accepts any time after one in the future': async ({ store }) => {
    const [future, now] = [Date.now() + 3_600_000, Date.now()].map((time) =>
      new Date(time).toISOString(),
    );
    await importAll(store, [complete(PROJECT, 'sync', future), listed()]);
    await importAll(store, [complete(PROJECT, 'sync', now), listed({ title: 'new' })]);
    await assertCovered(store, asOf('sync', now));
  },
  'keeps the newest of concurrent syncs, whole': async ({ store }) => {
    for (const [round, newest] of [5, 0, 9].entries()) {
      const syncs = Array.from({ length: 10 }, (_, n) => {
        const ms = String(n === newest ? 999 : n).padStart(3, '0');
        return { time: at(`0${round}.${ms}`), title: `sync ${n}` };
      });
      const results = await Promise.all(
        syncs.map(({ time, title }) =>
          store.transfer
            .import(entriesOf([listed({ title }), complete(PROJECT, 'sync', time)]))
            .match(
              () => 'imported',
              (error) => (error.type === 'DataOutdated' ? 'outdated' : error),
            ),
        ),
      );
      assert.equal(results[newest], 'imported');
      assert.deepEqual(
        results.filter((result) => result !== 'imported' && result !== 'outdated'),
        [],
      );
      await assertCovered(store, asOf('sync', syncs[newest]?.time));
      const [stored] = changeRequestsIn(await stateOf(store));
      assert.equal(stored?.title, syncs[newest]?.title);
    }
  },
  'forgets the time of a deleted project': async ({ store }) => {
    await importAll(store, [complete(PROJECT, 'sync', at('02.000'))]);
    await valueOf(store.projects.delete(PROJECT, 'ann'));
    await importAll(store, [complete(PROJECT, 'sync', at('01.000'))]);
    await assertCovered(store, asOf('sync', at('01.000')));
  },
});
