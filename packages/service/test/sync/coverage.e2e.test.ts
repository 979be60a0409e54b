import { describe, expect, test } from 'vitest';
import {
  fakeChangeRequest,
  fakeFeature,
  fakeProjects,
} from '../../../unleash/test/fake-unleash.ts';
import { follow, type Following } from '../../../unleash/test/follow.ts';
import { ask, searchPath } from '../http/ask.ts';
import { changeRequest, importInto, record } from '../http/sample-data.ts';
import { makeKey } from '../http/served-app.ts';
import { serveHere } from '../http/with-stores.ts';
import { impactOf, serveFollower, serveFollowing } from './serve-following.ts';

const LIST = '/projects/shop/change-requests';
const OLD = '1970-01-01T00:00:00.000Z';

const NAMED = { kind: 'project', project: { id: 'shop', name: 'Shop' } } as const;

describe('coverage: a service that follows Unleash responds to the compatible search', () => {
  const CLEAR = { status: 200, text: '[]' };
  const UNREAD = { status: 503, json: { name: 'DataTooOldError' } };
  const UNKNOWN = { status: 404, json: { name: 'NotFoundError' } };
  const synced = async ({ sync }: Following): Promise<void> => {
    (await sync())._unsafeUnwrap();
  };

  test.each<[string, (following: Following) => unknown, object, string?]>([
    ['with 503 before the first sync', () => {}, UNREAD],
    ['with 503 before the first sync, whatever project it is', () => {}, UNREAD, 'none'],
    [
      'with 503 for a project that a sync names and can not read',
      ({ unleash, ...following }) => {
        unleash.respond(LIST, { status: 403 });
        return synced({ unleash, ...following });
      },
      UNREAD,
    ],
    ['with [] for a project that has none', synced, CLEAR],
    ['with 404 for a project that Unleash does not list', synced, UNKNOWN, 'none'],
    [
      'with [] for a project that is recorded beside the sync',
      ({ store }) => record(store, changeRequest(1, { other: [] })),
      CLEAR,
    ],
    [
      'with [] for a project that is imported whole beside the sync',
      ({ store }) =>
        importInto(store, { kind: 'complete', projectId: 'shop', asOf: OLD, source: 'import' }),
      CLEAR,
    ],
  ])('%s', async (_what, happens, response, project = 'shop') => {
    const following = await follow();
    await happens(following);

    const node = await serveFollower(following);
    const path = searchPath(project, 'feature=checkout');
    expect(await ask(node.served, { path, key: node.key })).toMatchObject(response);
  });

  test('of an Unleash without change requests with 503, until the project is declared live', async () => {
    const node = await serveFollowing({ changeRequests: undefined });
    const search = () =>
      ask(node.served, { path: searchPath('shop', 'feature=checkout'), key: node.key });

    expect(await search()).toMatchObject(UNREAD);
    (await node.store.projects.declareLive('shop', 'ann'))._unsafeUnwrap();
    expect(await search()).toMatchObject(CLEAR);
  });

  test('of a project without coverage with [], if it follows no Unleash', async () => {
    const following = await follow();
    await importInto(following.store, NAMED);
    const served = await serveHere(following.store);
    const key = await makeKey(following.store, 'ci');

    expect(await ask(served, { path: searchPath('shop', 'feature=checkout'), key })).toMatchObject(
      CLEAR,
    );
  });
});

describe('coverage: an archived project', () => {
  const PROJECTS = fakeProjects('shop', 'old');

  test('is gone with its change requests, and does not freeze the age of the data', async () => {
    const following = await follow({
      projects: [...PROJECTS],
      changeRequests: [fakeChangeRequest(3, { project: 'old' })],
      features: [{ name: 'checkout', project: 'shop' }],
    });
    (await following.sync({ now: () => 0 }))._unsafeUnwrap();
    const node = await serveFollower(following);
    const { unleash, store, coverageOf, events } = node;
    unleash.state.projects = [...fakeProjects('shop'), { id: 'old', name: 'Old', archivedAt: OLD }];

    expect((await node.sync('shop')).status).toBe(200);
    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject({ asOf: OLD });
    expect((await node.sync('old')).status).toBe(404);

    expect(await coverageOf('old')).toBeUndefined();
    expect((await store.reader.find({ projectId: 'old', id: 3 })).isErr()).toBe(true);
    expect(await events()).toContain('project-deleted by unleash-sync');
    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject({
      asOf: expect.not.stringContaining('1970'),
      outcome: 'none',
    });
  });

  test('is copied again when it is revived', async () => {
    const archived = { id: 'old', name: 'Old', archivedAt: OLD };
    const { unleash, sync, coverageOf } = await follow({ projects: [...PROJECTS] });
    for (const last of [{ id: 'old', name: 'Old' }, archived, { id: 'old', name: 'Old' }]) {
      unleash.state.projects.splice(1, 1, last);
      (await sync())._unsafeUnwrap();
      expect((await coverageOf('old'))?.kind).toBe(last === archived ? undefined : 'as-of');
    }
  });
});

test('coverage: a title of 300 characters is cut where it is shown, and kept in the text', async () => {
  const title = 'x'.repeat(300);
  const features = [fakeFeature('checkout', { action: 'archiveFeature' })];
  const node = await serveFollowing({
    changeRequests: [fakeChangeRequest(7, { title, features })],
  });
  const { served, key, lines, coverageOf, store } = node;

  expect(lines).toEqual([]);
  expect(await coverageOf('shop')).toMatchObject({ kind: 'as-of' });
  const shown = `${'x'.repeat(254)}…`;
  const { json } = await ask(served, { path: searchPath('shop', 'feature=checkout'), key });
  expect(json).toEqual([{ id: 7, environment: 'production', title: shown }]);
  expect(await impactOf(node, { feature: 'checkout' })).toMatchObject({
    changeRequests: [{ id: 7, title: shown }],
  });
  const found = (await store.reader.find({ projectId: 'shop', id: 7 }))._unsafeUnwrap();
  expect(found.title).toBe(title);
});
