import assert from 'node:assert/strict';
import type { Coverage, Store } from '@forewarn/core';
import type { ImportEntry } from '@forewarn/core/operator';
import { feature, PROJECT } from '../samples/change-request.ts';
import { asOf, listed, LIVE, NONE, scheduled } from '../samples/coverage.ts';
import { complete, endedEntry, projectEntry } from '../samples/entries.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { assertCovered, coveragesOf } from '../suite/covered.ts';
import { stateOf } from '../suite/state-of.ts';
import { BY, impact, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';

/** Imports that name the project, each with the coverage that it gives to a new one. */
const IMPORTS: readonly (readonly [readonly ImportEntry[], Coverage])[] = [
  [[projectEntry(PROJECT, 'Shop')], NONE],
  [[projectEntry(PROJECT, 'Shop', NONE)], NONE],
  [[listed()], NONE],
  [[endedEntry(PROJECT, 1)], NONE],
  [[complete(PROJECT), listed()], asOf('import')],
  [[complete(PROJECT, 'sync')], asOf('sync')],
];

/** The writes of an embedder or a platform, each of a change request of the project. */
const WRITES: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'put, created': (store) => record(store, scheduled({ id: 2 })),
  'put, replaced': (store) => record(store, scheduled({ title: 'new' })),
  'put, unchanged': (store) => record(store, scheduled()),
  putAll: (store) => valueOf(store.writer.putAll([scheduled({ id: 2 }), scheduled({ id: 3 })], BY)),
  'putAll, unchanged': (store) => valueOf(store.writer.putAll([scheduled()], BY)),
};

/** Coverage: how current the data of a project is. */
export const coverageContract: Contract = contractOf('Coverage', {
  'is none for a registered project, and for one that an import only names': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await importAll(store, [
      projectEntry('named'),
      listed({ project: 'implied' }),
      endedEntry(PROJECT, 1),
    ]);
    for (const id of [PROJECT, 'named', 'implied']) await assertCovered(store, NONE, id);
  },
  ...Object.fromEntries(
    Object.entries(WRITES).map(([name, write]) => [
      `becomes live with the first write, and only that of its project: ${name}`,
      async ({ store }: { readonly store: Store }) => {
        await registerProjects(store, PROJECT, 'other', 'Shop');
        await write(store);
        await assertCovered(store, LIVE);
        for (const id of ['other', 'Shop']) await assertCovered(store, NONE, id);
      },
    ]),
  ),
  'of a project that an import named stays as it is, whatever is written and withdrawn': async ({
    store,
  }) => {
    for (const [entries, coverage] of IMPORTS) {
      await registerProjects(store, PROJECT);
      await importAll(store, entries);
      await assertCovered(store, coverage);
      for (const write of Object.values(WRITES)) await write(store);
      await assertCovered(store, coverage);
      for (const id of [1, 2, 3])
        await valueOf(store.writer.remove({ projectId: PROJECT, id }, BY));
      await record(store, scheduled());
      await assertCovered(store, coverage);
      await valueOf(store.projects.delete(PROJECT, BY));
    }
  },
  'of a project that an import registered stays as it is, whatever is written': async ({
    store,
  }) => {
    await importAll(store, [projectEntry('named'), listed({ project: 'implied' })]);
    for (const project of ['named', 'implied']) {
      await record(store, scheduled({ project, title: 'new' }));
      await assertCovered(store, NONE, project);
    }
  },
  'stays live when an import names a live project, until it lists all of it': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await record(store, scheduled());
    const entries = [projectEntry(PROJECT, 'New'), listed({ id: 2 }), endedEntry(PROJECT, 1)];
    await importAll(store, entries);
    await assertCovered(store, LIVE);
    await importAll(store, [complete(PROJECT)]);
    await record(store, scheduled());
    await assertCovered(store, asOf('import'));
  },
  'is never live when an import lists the project during its first write': async ({ store }) => {
    for (let round = 0; round < 10; round += 1) {
      await registerProjects(store, PROJECT);
      await Promise.all([record(store, scheduled()), importAll(store, [complete(PROJECT)])]);
      await assertCovered(store, asOf('import'));
      await valueOf(store.projects.delete(PROJECT, BY));
    }
  },
  'stays with writes that fail': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const onlyIf = (): boolean => false;
    const homeless = scheduled({ project: 'none' });
    await errorOf(store.writer.put(scheduled(), BY, { onlyIf }));
    await errorOf(store.writer.putAll([scheduled({ id: 2 })], BY, { onlyIf }));
    await errorOf(store.writer.putAll([scheduled({ id: 2 }), homeless], BY));
    await assertCovered(store, NONE);
  },
  'is that of an imported project, or stays when the entry has none': async ({ store }) => {
    for (const coverage of [LIVE, asOf('sync'), asOf('import'), NONE]) {
      await importAll(store, [projectEntry(PROJECT, 'Shop', coverage)]);
      await assertCovered(store, coverage);
      await importAll(store, [projectEntry(PROJECT, 'New')]);
      await assertCovered(store, coverage);
    }
  },
  'is that of a new project after it was deleted and registered again': async ({ store }) => {
    for (const coverage of [LIVE, asOf('import'), asOf('sync')]) {
      await importAll(store, [projectEntry(PROJECT, 'Shop', coverage)]);
      await valueOf(store.projects.delete(PROJECT, BY));
      await registerProjects(store, PROJECT);
      await assertCovered(store, NONE);
      await record(store, scheduled());
      await assertCovered(store, LIVE);
      await valueOf(store.projects.delete(PROJECT, BY));
      await importAll(store, [listed()]);
      await assertCovered(store, NONE);
    }
  },
  'is kept by an export and its import into a new store': async ({ store, open }) => {
    await registerProjects(store, 'none', 'live');
    await record(store, scheduled({ project: 'live' }));
    await importAll(store, [complete('import'), complete('sync', 'sync')]);
    const copy = await open();
    await importAll(copy, await stateOf(store));
    assert.deepEqual(await stateOf(copy), await stateOf(store));
    await assertCovered(copy, asOf('sync'), 'sync');
    await assertCovered(copy, NONE, 'none');
    await record(copy, scheduled({ project: 'none' }));
    await assertCovered(copy, NONE, 'none');
  },
  'is copied: mutating a result changes nothing in the store': async ({ store }) => {
    const entry = complete(PROJECT);
    const coverage = asOf('sync');
    await importAll(store, [entry, projectEntry('q', 'q', coverage)]);
    overwriteDeeply(entry);
    overwriteDeeply(coverage);
    overwriteDeeply(await coveragesOf(store));
    overwriteDeeply(await coveragesOf(store, 'q'));
    await assertCovered(store, asOf('import'));
    await assertCovered(store, asOf('sync'), 'q');
  },
  'is of the same moment as what a search and an impact find': async ({ store }) => {
    const target = feature('a');
    const entries = [complete(PROJECT)];
    const look = async (): Promise<void> => {
      for (let looks = 0; looks < 5; looks += 1) {
        const searched = await valueOf(
          store.reader.search({ projectId: PROJECT, anyOf: [target] }),
        );
        const found = await impact(store, [PROJECT], [{ target }]);
        assert.equal(searched.coverage.kind === 'live', searched.changeRequests.length === 1);
        assert.equal(found.projects[0]?.coverage.kind === 'live', found.targets[0]?.count === 1);
      }
    };
    for (let round = 0; round < 5; round += 1) {
      await registerProjects(store, PROJECT);
      await Promise.all([look(), record(store, scheduled())]);
      await Promise.all([look(), importAll(store, entries)]);
      await valueOf(store.projects.delete(PROJECT, BY));
    }
  },
});
