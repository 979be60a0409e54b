import assert from 'node:assert/strict';
import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { scheduledEntries } from '../samples/entries.ts';
import { INHERITED_NAMES } from '../samples/names.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import {
  assertChainedById,
  eventsDuring,
  typesOf,
  withdrawnEvent,
} from '../suite/events-during.ts';
import {
  assertRefused,
  assertSameList,
  changeRequestsIn,
  projectsIn,
  stateOf,
} from '../suite/state-of.ts';
import {
  BY,
  importAll,
  record,
  registerProjects,
  search,
  searchIds,
} from '../suite/store-calls.ts';
import { assertFails, assertOneSucceeds, valueOf } from '../suite/value-of.ts';

const shop = { id: PROJECT, name: 'The "Shop" é 😀' };
const NOT_FOUND = { type: 'ProjectNotFound', projectId: PROJECT } as const;

const IDS = Array.from({ length: 6 }, (_, id) => id);
/** More than a store removes at once. */
const MANY_IDS = Array.from({ length: 1_200 }, (_, id) => id);

const scheduled = (id: number, given: Partial<ScheduledChangeRequest> = {}) =>
  changeRequest({ id, features: enabling('a'), ...given });

/** The event of a delete of the project. */
const deletedEvent = (createdBy: string) => ({
  type: 'project-deleted',
  data: null,
  preData: shop,
  createdBy,
  project: PROJECT,
});

const importIds = (store: Store, ids: readonly number[]) =>
  importAll(store, scheduledEntries(ids.map((id) => scheduled(id))));

const deleteProject = (store: Store, id: string = PROJECT): Promise<void> =>
  valueOf(store.projects.delete(id, BY));

/** The numbers of change requests that a search and an export see; undefined without a project. */
async function lookAt(store: Store): Promise<readonly (number | undefined)[]> {
  const found = await store.reader.search({
    projectId: PROJECT,
    anyOf: [feature('a')],
  });
  const state = await stateOf(store);
  const { length } = changeRequestsIn(state);
  const isThere = projectsIn(state).length > 0;
  if (!isThere) assert.equal(length, 0, 'there is no change request without its project');
  return [
    found.map(({ changeRequests }) => changeRequests.length).unwrapOr(undefined),
    isThere ? length : undefined,
  ];
}

/** Asserts that neither the project nor any of its change requests exists. */
async function assertGone(store: Store): Promise<void> {
  const { reader } = store;
  const asked = { projectId: PROJECT, anyOf: [feature('a')] };
  await assertFails(reader.search(asked), NOT_FOUND);
  const state = await stateOf(store);
  assertSameList([...projectsIn(state), ...changeRequestsIn(state)], []);
}

/** Replaces, withdraws and adds, alone and in batches. Each write must succeed or return a not-found error. */
async function writesOf({ writer }: Store, title: string): Promise<void> {
  const batch = IDS.map((id) => scheduled(id, { environment: title }));
  const results = await Promise.all([
    ...IDS.map((id) => writer.put(scheduled(id, { title }), BY)),
    writer.remove({ projectId: PROJECT, id: 3 }, BY),
    writer.putAll(batch, BY),
  ]);
  for (const result of results) {
    if (result.isErr()) assert.match(result.error.type, /^(?:Project|ChangeRequest)NotFound$/);
  }
}

/** Deleting a project. */
export const projectDeleteContract: Contract = contractOf('ProjectRepository.delete', {
  'removes a project, with one event whose preData is the project': async ({ store }) => {
    await valueOf(store.projects.register(shop, BY));
    const events = await eventsDuring(store, () => valueOf(store.projects.delete(PROJECT, 'bob')));
    assert.deepEqual(events, [deletedEvent('bob')]);
    assert.deepEqual(await valueOf(store.projects.list()), []);
  },
  'removes its change requests, with an event for each before its own, in ascending order of id':
    async ({ store }) => {
      const versions = [
        scheduled(10, { title: 'T', environment: 'staging' }),
        scheduled(2),
        scheduled(100),
        scheduled(9),
      ];
      await valueOf(store.projects.register(shop, BY));
      for (const version of versions) await record(store, version);
      const events = await eventsDuring(store, () =>
        valueOf(store.projects.delete(PROJECT, 'bob')),
      );
      const withdrawn = versions.toSorted((a, b) => a.id - b.id);
      assert.deepEqual(events, [
        ...withdrawn.map((preData) => withdrawnEvent(preData, 'bob')),
        deletedEvent('bob'),
      ]);
      await assertGone(store);
      for (const { id } of versions) {
        const key = { projectId: PROJECT, id };
        const notFound = { type: 'ChangeRequestNotFound', ...key };
        await assertFails(store.reader.find(key), notFound);
      }
    },
  'keeps other projects and their change requests with the same ids': async ({ store }) => {
    const others = ['Shop', 'shop ', 'sho_', '%', ...INHERITED_NAMES];
    const inOthers = others.flatMap((project) => [1, 2].map((id) => scheduled(id, { project })));
    await importAll(store, scheduledEntries(inOthers));
    const before = await stateOf(store);
    await importIds(store, [1, 2]);
    const events = await eventsDuring(store, () => deleteProject(store));
    assert.deepEqual(new Set(events.map(({ project }) => project)), new Set([PROJECT]));
    assertSameList(await stateOf(store), before);
    for (const project of others) {
      assert.deepEqual(await searchIds(store, project, feature('a')), [1, 2]);
    }
    // A SQL pattern that would match all of them.
    await deleteProject(store, '%');
    const left = projectsIn(await stateOf(store)).map(({ id }) => id);
    assert.deepEqual(new Set(left), new Set(others.filter((id) => id !== '%')));
  },
  'returns ProjectNotFound and records no event for an unknown id': async ({ store }) => {
    await registerProjects(store, PROJECT, 'gone');
    await deleteProject(store, 'gone');
    await record(store, scheduled(1));
    await assertRefused(
      store,
      ['gone', 'Shop', 'shop ', 'sho_', '%', ...INHERITED_NAMES],
      (projectId) => [store.projects.delete(projectId, BY), { type: 'ProjectNotFound', projectId }],
    );
  },
  'accepts the id again, as an empty project': async ({ store }) => {
    await valueOf(store.projects.register(shop, BY));
    await record(store, scheduled(1));
    await record(store, scheduled(2));
    await deleteProject(store);
    const again = { id: PROJECT, name: 'again' };
    await valueOf(store.projects.register(again, BY));
    assert.deepEqual(projectsIn(await stateOf(store)), [again]);
    assert.deepEqual(await search(store, PROJECT, feature('a')), []);
    assert.equal(await record(store, scheduled(1, { features: enabling('b') })), 'created');
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), []);
    assert.deepEqual(await searchIds(store, PROJECT, feature('b')), [1]);
  },
  'succeeds for exactly one of many concurrent deletes, with one event per removed item': async ({
    store,
  }) => {
    await registerProjects(store, PROJECT);
    await record(store, scheduled(1));
    const events = await eventsDuring(store, async () => {
      const calls = Array.from({ length: 30 }, () => store.projects.delete(PROJECT, BY));
      await assertOneSucceeds(calls, NOT_FOUND);
    });
    assert.deepEqual(typesOf(events), ['change-request-schedule-withdrawn', 'project-deleted']);
  },
  'shows searches and exports the project with all of its change requests, or none of it': async ({
    store,
  }) => {
    await importIds(store, IDS);
    const seen = new Set<number | undefined>();
    const look = async (): Promise<void> => {
      for (let looks = 0; looks < 5; looks += 1) {
        for (const each of await lookAt(store)) seen.add(each);
      }
    };
    await Promise.all([look(), deleteProject(store)]);
    await look();
    const parts = [...seen].filter((length) => length !== undefined && length !== IDS.length);
    assert.deepEqual(parts, []);
    await assertGone(store);
  },
  'deletes concurrent puts, or makes them return ProjectNotFound': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      for (let round = 0; round < 3; round += 1) {
        await registerProjects(store, PROJECT);
        await Promise.all(IDS.slice(0, 4).map((id) => record(store, scheduled(id))));
        const before = writesOf(store, 'before');
        const deleted = deleteProject(store);
        await Promise.all([before, writesOf(store, 'after'), deleted]);
        await assertGone(store);
      }
    });
    const ofChangeRequests = events.filter(({ type }) => type.startsWith('change-request'));
    assert.deepEqual(assertChainedById(ofChangeRequests), []);
    const deletes = events.filter(({ type }) => type === 'project-deleted');
    assert.equal(deletes.length, 3);
  },
  'deletes a concurrent import, or lets it register the project again': async ({ store }) => {
    const imported = IDS.map((id) => scheduled(id, { title: 'imported' }));
    for (let round = 0; round < 3; round += 1) {
      await registerProjects(store, PROJECT);
      await record(store, scheduled(1));
      const [{ projects }] = await Promise.all([
        importAll(store, scheduledEntries(imported)),
        deleteProject(store),
      ]);
      const expected = projects.created === 0 ? [undefined, undefined] : [IDS.length, IDS.length];
      assert.deepEqual(await lookAt(store), expected);
      if (projects.created > 0) await deleteProject(store);
    }
  },
  'removes a project of very many change requests, with all of their events, in one step': async ({
    store,
  }) => {
    await importIds(store, MANY_IDS);
    const events = await eventsDuring(store, async () => {
      await deleteProject(store);
      await assertGone(store);
      for (const id of [MANY_IDS[0], MANY_IDS.at(-1)]) {
        const key = { projectId: PROJECT, id: id ?? 0 };
        const notFound = { type: 'ChangeRequestNotFound', ...key };
        await assertFails(store.reader.find(key), notFound);
        await assertFails(store.writer.remove(key, BY), notFound);
      }
    });
    const withdrawn = events.slice(0, -1).map(({ preData }) => preData);
    assertSameList(
      withdrawn,
      MANY_IDS.map((id) => scheduled(id)),
    );
    assert.equal(events.at(-1)?.type, 'project-deleted');
  },
  'accepts the id of a project of very many change requests again': async ({ store }) => {
    await importIds(store, MANY_IDS);
    await deleteProject(store);
    const events = await eventsDuring(store, async () => {
      await registerProjects(store, PROJECT);
      assert.equal(await record(store, scheduled(1_199)), 'created');
    });
    assert.deepEqual(
      events.map(({ type, preData }) => [type, preData]),
      [
        ['project-created', null],
        ['change-request-scheduled', null],
      ],
    );
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [1_199]);
  },
});
