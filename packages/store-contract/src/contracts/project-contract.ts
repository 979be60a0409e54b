import assert from 'node:assert/strict';
import type { Coverage } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { ImportEntry } from '@forewarn/record';
import { feature, PROJECT } from '../samples/change-request.ts';
import {
  asOf,
  complete,
  endedEntry,
  listed,
  LIVE,
  NONE,
  projectEntry,
  scheduled,
} from '../samples/entries.ts';
import { byBytes, NOT_SHOP, UNORDERED_NAMES } from '../samples/names.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { eventsDuring } from '../suite/events-during.ts';
import { lookDuring, repeat, times } from '../suite/rounds.ts';
import { impact } from '../suite/searches.ts';
import { stateOf } from '../suite/state-of.ts';
import { BY, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';

// A store that keeps or changes what it is passed must not change it for other cases.
const shop = Object.freeze({ id: PROJECT, name: 'The "Shop"\n100 % é 😀' });
const listedShop = Object.freeze({ ...shop, coverage: NONE });

const registerContract = contractOf('ProjectRepository', {
  'registers a project, with one event whose data is the project': async ({ store }) => {
    await check.events(store, () => valueOf(store.projects.register(shop, BY)), [
      { type: 'project-created', data: shop, preData: null, createdBy: BY, project: PROJECT },
    ]);
    assert.deepEqual(await valueOf(store.projects.list()), [listedShop]);
  },
  'returns ProjectExists and changes nothing for a duplicate id': async ({ store }) => {
    await valueOf(store.projects.register(shop, BY));
    await check.refused(store, [{ id: PROJECT, name: 'Another' }], (other) => [
      store.projects.register(other, BY),
      { type: 'ProjectExists', projectId: PROJECT },
    ]);
    assert.deepEqual(await valueOf(store.projects.list()), [listedShop]);
  },
  'registers exactly one of many concurrent projects with the same id': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      const calls = times(20, () => store.projects.register(shop, BY));
      await check.oneSucceeds(calls, { type: 'ProjectExists', projectId: PROJECT });
    });
    assert.equal(events.length, 1);
  },
  'compares ids byte for byte and lists them in byte order': async ({ store }) => {
    await registerProjects(store, ...UNORDERED_NAMES);
    const ids = (await valueOf(store.projects.list())).map(({ id }) => id);
    assert.deepEqual(ids, UNORDERED_NAMES.toSorted(byBytes));
  },
  'lists only the projects that are asked for, in byte order': async ({ store }) => {
    const idsAmong = async (...projectIds: readonly string[]) =>
      (await valueOf(store.projects.list({ projectIds }))).map(({ id }) => id);
    await registerProjects(store, PROJECT);
    assert.deepEqual(await idsAmong(...NOT_SHOP), []);
    await registerProjects(store, ...UNORDERED_NAMES);
    const [first = '', second = ''] = UNORDERED_NAMES;
    assert.deepEqual(
      await idsAmong(second, 'none', first, second),
      [first, second].toSorted(byBytes),
    );
    assert.deepEqual(await idsAmong(), []);
  },
});

const declareLive = (store: Store, by = BY) => valueOf(store.projects.declareLive(PROJECT, by));

const declareLiveContract = contractOf('ProjectRepository.declareLive', {
  'makes a project live, with an event that has both coverages, for good': async ({ store }) => {
    for (const coverage of [NONE, asOf('import'), asOf('sync')]) {
      await importAll(store, [{ kind: 'project', project: shop, coverage }]);
      const data = { ...shop, coverage: LIVE };
      const event = { data, preData: { ...shop, coverage }, createdBy: 'bob', project: PROJECT };
      await check.events(store, () => declareLive(store, 'bob'), [
        { type: 'project-coverage-updated', ...event },
      ]);
      await check.covered(store, LIVE);
      await record(store, scheduled());
      await check.covered(store, LIVE);
    }
    await importAll(store, [complete(PROJECT, 'sync')]);
    await record(store, scheduled());
    await check.covered(store, asOf('sync'));
  },
  'makes only that project live, with one event however often': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other', 'Shop', '%');
    const declareOften = () => Promise.all(times(10, () => declareLive(store)));
    assert.equal((await eventsDuring(store, declareOften)).length, 1);
    await check.covered(store, LIVE);
    for (const id of ['other', 'Shop', '%']) await check.covered(store, NONE, id);
  },
  'returns ProjectNotFound and records no event for an unknown id': async ({ store }) => {
    await registerProjects(store, PROJECT, 'gone');
    await valueOf(store.projects.delete('gone', BY));
    await check.refused(store, ['gone', ...NOT_SHOP], (projectId) => [
      store.projects.declareLive(projectId, BY),
      { type: 'ProjectNotFound', projectId },
    ]);
  },
});

/** Imports that name a registered or new project, each with the coverage that it gives. */
const IMPORTS: readonly (readonly [readonly ImportEntry[], Coverage, 'new'?])[] = [
  [[projectEntry(PROJECT, 'Shop')], NONE],
  [[projectEntry(PROJECT, 'Shop')], NONE, 'new'],
  [[projectEntry(PROJECT, 'Shop', NONE)], NONE],
  [[listed()], NONE],
  [[listed()], NONE, 'new'],
  [[endedEntry(PROJECT, 1)], NONE],
  [[complete(PROJECT), listed()], asOf('import')],
  [[complete(PROJECT, 'sync')], asOf('sync')],
];

/** Writes that create, replace and leave a change request, alone and in batches. */
async function writeOften(store: Store): Promise<void> {
  for (const title of ['T', 'new', 'new']) await record(store, scheduled({ title }));
  const batch = [scheduled({ title: 'new' }), scheduled({ id: 2 })];
  for (const each of [batch, batch]) await valueOf(store.writer.putAll(each, BY));
}

const coverageContract = contractOf('Coverage', {
  'becomes live with the first put or putAll, and only that of its project': async ({ store }) => {
    await registerProjects(store, PROJECT, 'other', 'Shop');
    await record(store, scheduled());
    await check.covered(store, LIVE);
    await check.covered(store, NONE, 'other');
    await valueOf(store.writer.putAll([scheduled({ project: 'other' })], BY));
    await check.covered(store, LIVE, 'other');
    await check.covered(store, NONE, 'Shop');
  },
  'of a project that an import named stays, whatever is done': async ({ store }) => {
    for (const [entries, coverage, age] of IMPORTS) {
      if (age !== 'new') await registerProjects(store, PROJECT);
      await importAll(store, entries);
      await check.covered(store, coverage);
      await writeOften(store);
      await check.covered(store, coverage);
      for (const id of [1, 2]) await valueOf(store.writer.remove({ projectId: PROJECT, id }, BY));
      await record(store, scheduled());
      await check.covered(store, coverage);
      await valueOf(store.projects.delete(PROJECT, BY));
    }
  },
  'stays live when an import names a live project, until it lists all of it': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await record(store, scheduled());
    const entries = [projectEntry(PROJECT, 'New'), listed({ id: 2 }), endedEntry(PROJECT, 1)];
    for (const [imported, coverage] of [
      [entries, LIVE],
      [[complete(PROJECT)], asOf('import')],
    ] as const) {
      await importAll(store, imported);
      await record(store, scheduled());
      await check.covered(store, coverage);
    }
  },
  'is never live when an import lists the project during its first write': async ({ store }) => {
    await repeat(10, async () => {
      await registerProjects(store, PROJECT);
      await Promise.all([record(store, scheduled()), importAll(store, [complete(PROJECT)])]);
      await check.covered(store, asOf('import'));
      await valueOf(store.projects.delete(PROJECT, BY));
    });
  },
  'stays with writes that fail': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const onlyIf = (): boolean => false;
    const homeless = scheduled({ project: 'none' });
    await errorOf(store.writer.put(scheduled(), BY, { onlyIf }));
    await errorOf(store.writer.putAll([scheduled({ id: 2 })], BY, { onlyIf }));
    await errorOf(store.writer.putAll([scheduled({ id: 2 }), homeless], BY));
    await check.covered(store, NONE);
  },
  'is that of an imported project, or stays when the entry has none': async ({ store }) => {
    for (const coverage of [LIVE, asOf('sync'), asOf('import'), NONE]) {
      await importAll(store, [projectEntry(PROJECT, 'Shop', coverage)]);
      await check.covered(store, coverage);
      await importAll(store, [projectEntry(PROJECT, 'New')]);
      await check.covered(store, coverage);
    }
  },
  'is that of a new project after it was deleted and registered again': async ({ store }) => {
    for (const coverage of [LIVE, asOf('import'), asOf('sync')]) {
      await importAll(store, [projectEntry(PROJECT, 'Shop', coverage)]);
      await valueOf(store.projects.delete(PROJECT, BY));
      await registerProjects(store, PROJECT);
      await check.covered(store, NONE);
      await record(store, scheduled());
      await check.covered(store, LIVE);
      await valueOf(store.projects.delete(PROJECT, BY));
      await importAll(store, [listed()]);
      await check.covered(store, NONE);
    }
  },
  'is kept by an export and its import into a new store': async ({ store, open }) => {
    await registerProjects(store, 'none', 'live');
    await record(store, scheduled({ project: 'live' }));
    await importAll(store, [complete('import'), complete('sync', 'sync')]);
    const copy = await open();
    await importAll(copy, await stateOf(store));
    assert.deepEqual(await stateOf(copy), await stateOf(store));
    await check.covered(copy, asOf('sync'), 'sync');
    await check.covered(copy, NONE, 'none');
    await record(copy, scheduled({ project: 'none' }));
    await check.covered(copy, NONE, 'none');
  },
  'is of the same moment as what a search and an impact find': async ({ store }) => {
    const target = feature('a');
    const entries = [complete(PROJECT)];
    const look = async (): Promise<void> => {
      const asked = { projectId: PROJECT, anyOf: [target] };
      const searched = await valueOf(store.reader.search(asked));
      const found = await impact(store, [PROJECT], [{ target }]);
      assert.equal(searched.coverage.kind === 'live', searched.changeRequests.length === 1);
      assert.equal(found.projects[0]?.coverage.kind === 'live', found.targets[0]?.count === 1);
    };
    await repeat(5, async () => {
      await registerProjects(store, PROJECT);
      await lookDuring(() => record(store, scheduled()), look);
      await lookDuring(() => importAll(store, entries), look);
      await valueOf(store.projects.delete(PROJECT, BY));
    });
  },
});

/** Registering and listing projects, making them live, and how current their data is. */
export const projectContracts: readonly Contract[] = [
  registerContract,
  declareLiveContract,
  coverageContract,
];
