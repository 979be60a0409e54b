import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { scheduledEntries } from '../samples/entries.ts';
import { INHERITED_NAMES, NOT_SHOP } from '../samples/names.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { eventsDuring, scheduledEvent, typesOf } from '../suite/events-during.ts';
import { lookDuring, repeat, times } from '../suite/rounds.ts';
import { impact, searchIds } from '../suite/searches.ts';
import { changeRequestsIn, projectsIn, stateOf } from '../suite/state-of.ts';
import { BY, importAll, record, recordAll, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const shop = { id: PROJECT, name: 'The "Shop" é 😀' };
const asked = { projectId: PROJECT, anyOf: [feature('a')] };
const NOT_FOUND = { type: 'ProjectNotFound', projectId: PROJECT } as const;

const IDS = times(6, (id) => id);
/** More than a store removes at once. */
const MANY_IDS = times(1_200, (id) => id);

const scheduled = (id: number, given: Partial<ScheduledChangeRequest> = {}) =>
  changeRequest({ id, features: enabling('a'), ...given });

const deletedEvent = {
  type: 'project-deleted',
  data: null,
  preData: shop,
  createdBy: BY,
  project: PROJECT,
} as const;

const importIds = (store: Store, ids: readonly number[]) =>
  importAll(store, scheduledEntries(ids.map((id) => scheduled(id))));

const changeRequestKey = (id: number) => ({ projectId: PROJECT, id });

/** The error for an unknown change request. */
const notFound = (id: number) => ({ type: 'ChangeRequestNotFound', ...changeRequestKey(id) });

const deleteProject = (store: Store, id: string = PROJECT): Promise<void> =>
  valueOf(store.projects.delete(id, BY));

/** The numbers of change requests that a search and an export see; undefined without a project. */
async function lookAt(store: Store): Promise<readonly (number | undefined)[]> {
  const found = await store.reader.search(asked);
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
  await check.fails(store.reader.search(asked), NOT_FOUND);
  const state = await stateOf(store);
  check.sameList([...projectsIn(state), ...changeRequestsIn(state)], []);
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

export const projectDeleteContract: Contract = contractOf('ProjectRepository.delete', {
  'removes a project and its change requests, with one event': async ({ store }) => {
    const versions = [
      scheduled(2),
      scheduled(9),
      scheduled(10, { title: 'T', environment: 'staging' }),
      scheduled(100),
    ];
    await valueOf(store.projects.register(shop, BY));
    for (const each of [...versions.slice(2), ...versions.slice(0, 2)]) await record(store, each);
    await check.events(store, () => deleteProject(store), [deletedEvent]);
    await assertGone(store);
    for (const { id } of versions)
      await check.fails(store.reader.find(changeRequestKey(id)), notFound(id));
    await valueOf(store.projects.register(shop, BY));
    const deleteEmpty = () => valueOf(store.projects.delete(PROJECT, 'bob'));
    await check.events(store, deleteEmpty, [{ ...deletedEvent, createdBy: 'bob' }]);
  },
  'keeps other projects and their change requests with the same ids': async ({ store }) => {
    const others = ['Shop', 'shop ', 'sho_', '%', ...INHERITED_NAMES];
    const inOthers = others.flatMap((project) => [1, 2].map((id) => scheduled(id, { project })));
    await importAll(store, scheduledEntries(inOthers));
    const before = await stateOf(store);
    await importIds(store, [1, 2]);
    const events = await eventsDuring(store, () => deleteProject(store));
    assert.deepEqual(new Set(events.map(({ project }) => project)), new Set([PROJECT]));
    check.sameList(await stateOf(store), before);
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
    await check.refused(store, ['gone', ...NOT_SHOP], (projectId) => [
      store.projects.delete(projectId, BY),
      { type: 'ProjectNotFound', projectId },
    ]);
  },
  'accepts the id again, as an empty project': async ({ store }) => {
    await recordAll(store, [scheduled(1), scheduled(2)], PROJECT);
    await deleteProject(store);
    const again = { id: PROJECT, name: 'again' };
    await valueOf(store.projects.register(again, BY));
    assert.deepEqual(projectsIn(await stateOf(store)), [again]);
    assert.equal(await record(store, scheduled(1, { features: enabling('b') })), 'created');
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), []);
    assert.deepEqual(await searchIds(store, PROJECT, feature('b')), [1]);
  },
  'succeeds for one of many concurrent deletes, with one event': async ({ store }) => {
    await recordAll(store, [scheduled(1)], PROJECT);
    const events = await eventsDuring(store, async () => {
      const calls = times(30, () => store.projects.delete(PROJECT, BY));
      await check.oneSucceeds(calls, NOT_FOUND);
    });
    assert.deepEqual(typesOf(events), ['project-deleted']);
  },
  'shows searches and exports all of a project, or none of it': async ({ store }) => {
    await importIds(store, IDS);
    const seen = new Set<number | undefined>();
    const look = async (): Promise<void> => {
      for (const each of await lookAt(store)) seen.add(each);
    };
    await lookDuring(() => deleteProject(store), look);
    await look();
    const parts = [...seen].filter((length) => length !== undefined && length !== IDS.length);
    assert.deepEqual(parts, []);
    await assertGone(store);
  },
  'deletes concurrent puts, or makes them return ProjectNotFound': async ({ store }) => {
    await repeat(3, async () => {
      const events = await eventsDuring(store, async () => {
        await recordAll(
          store,
          IDS.slice(0, 4).map((id) => scheduled(id)),
          PROJECT,
        );
        const before = writesOf(store, 'before');
        const deleted = deleteProject(store);
        await Promise.all([before, writesOf(store, 'after'), deleted]);
        await assertGone(store);
      });
      check.chainedById(events.filter(({ type }) => type.startsWith('change-request')));
      assert.equal(events.at(-1)?.type, 'project-deleted');
    });
  },
  'deletes a concurrent import, or lets it register the project again': async ({ store }) => {
    const imported = IDS.map((id) => scheduled(id, { title: 'imported' }));
    await repeat(3, async () => {
      await recordAll(store, [scheduled(1)], PROJECT);
      const [{ projects }] = await Promise.all([
        importAll(store, scheduledEntries(imported)),
        deleteProject(store),
      ]);
      const expected = projects.created === 0 ? [undefined, undefined] : [IDS.length, IDS.length];
      assert.deepEqual(await lookAt(store), expected);
      if (projects.created > 0) await deleteProject(store);
    });
  },
  'removes very many change requests in one step': async ({ store }) => {
    await importIds(store, MANY_IDS);
    const query = { projectIds: [PROJECT], limit: MANY_IDS.length, maxBytes: 1e9 };
    const look = async (): Promise<void> => {
      const [target] = (await impact(store, [PROJECT], [{ target: feature('a') }])).targets;
      const { changeRequests } = await valueOf(store.reader.list(query));
      check.allOrNone([target?.count ?? 0, changeRequests.length], MANY_IDS.length);
    };
    const events = await eventsDuring(store, async () => {
      await lookDuring(() => deleteProject(store), look);
      await look();
      await assertGone(store);
      for (const id of [0, MANY_IDS.length - 1]) {
        await check.fails(store.reader.find(changeRequestKey(id)), notFound(id));
        await check.fails(store.writer.remove(changeRequestKey(id), BY), notFound(id));
      }
    });
    assert.deepEqual(typesOf(events), ['project-deleted']);
    await registerProjects(store, PROJECT);
    const put = async () => assert.equal(await record(store, scheduled(1_199)), 'created');
    await check.events(store, put, [scheduledEvent(scheduled(1_199), null, BY)]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [1_199]);
  },
});
