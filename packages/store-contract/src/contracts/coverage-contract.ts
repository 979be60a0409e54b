import type { Store } from '@forewarn/core';
import assert from 'node:assert/strict';
import { contractOf, type Contract } from '../contract.ts';
import { assertCovered, coveragesOf } from '../covered.ts';
import { overwriteDeeply } from '../overwrite-deeply.ts';
import { feature, PROJECT } from '../samples/change-request.ts';
import { asOf, complete, listed, LIVE, NONE, scheduled } from '../samples/coverage.ts';
import { stateOf } from '../state-of.ts';
import { BY, impact, importAll, record, registerProjects } from '../store-calls.ts';
import { errorOf, valueOf } from '../value-of.ts';

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
      { kind: 'project', project: { id: 'named', name: 'Named' } },
      listed({ project: 'implied' }),
      { kind: 'ended', projectId: PROJECT, id: 1 },
    ]);
    for (const id of [PROJECT, 'named', 'implied']) await assertCovered(store, NONE, id);
  },
  ...Object.fromEntries(
    Object.entries(WRITES).map(([name, write]) => [
      `becomes live with a write, and only that of its project: ${name}`,
      async ({ store }: { readonly store: Store }) => {
        await registerProjects(store, 'other', 'Shop');
        for (const before of [[], [complete(PROJECT)]]) {
          await importAll(store, [listed(), ...before]);
          await write(store);
          await assertCovered(store, LIVE);
        }
        for (const id of ['other', 'Shop']) await assertCovered(store, NONE, id);
      },
    ]),
  ),
  'stays as a sync left it, whatever is written': async ({ store }) => {
    for (const write of Object.values(WRITES)) {
      await importAll(store, [listed(), complete(PROJECT, 'sync')]);
      await write(store);
      await assertCovered(store, asOf('sync'));
    }
  },
  'stays with writes that fail': async ({ store }) => {
    await importAll(store, [listed(), complete(PROJECT)]);
    const onlyIf = (): boolean => false;
    const homeless = scheduled({ project: 'none' });
    await errorOf(store.writer.put(scheduled({ title: 'new' }), BY, { onlyIf }));
    await errorOf(store.writer.put(scheduled(), BY, { onlyIf }));
    await errorOf(store.writer.putAll([scheduled({ id: 2 })], BY, { onlyIf }));
    await errorOf(store.writer.putAll([scheduled({ id: 2 }), homeless], BY));
    await assertCovered(store, asOf('import'));
  },
  'is that of an imported project, or stays when the entry has none': async ({ store }) => {
    for (const coverage of [LIVE, asOf('sync'), asOf('import'), NONE]) {
      const project = { id: PROJECT, name: 'Shop' };
      await importAll(store, [{ kind: 'project', project, coverage }]);
      await assertCovered(store, coverage);
      await importAll(store, [{ kind: 'project', project: { ...project, name: 'New' } }]);
      await assertCovered(store, coverage);
    }
  },
  'is none again for a project that was deleted and registered again': async ({ store }) => {
    for (const coverage of [LIVE, asOf('import'), asOf('sync')]) {
      const project = { id: PROJECT, name: 'Shop' };
      await importAll(store, [{ kind: 'project', project, coverage }]);
      await valueOf(store.projects.delete(PROJECT, BY));
      await registerProjects(store, PROJECT);
      await assertCovered(store, NONE);
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
  },
  'is copied: mutating a result changes nothing in the store': async ({ store }) => {
    const entry = complete(PROJECT);
    const coverage = asOf('sync');
    await importAll(store, [entry, { kind: 'project', project: { id: 'q', name: 'q' }, coverage }]);
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
    await importAll(store, entries);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([look(), record(store, scheduled())]);
      await Promise.all([look(), importAll(store, entries)]);
    }
  },
});
