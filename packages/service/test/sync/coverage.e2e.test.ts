import { ok } from 'neverthrow';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ImportEntry } from '@forewarn/core/operator';
import {
  fakeChangeRequest,
  fakeFeature,
  fakeProjects,
  type FakeState,
  fakeStrategy,
} from '../../../unleash/test/fake-unleash.ts';
import { follow, type Following } from '../../../unleash/test/follow.ts';
import { makePlace } from '../commands/place.ts';
import { ask, searchPath, strategyPath } from '../http/ask.ts';
import { changeRequest, record } from '../http/sample-data.ts';
import { makeKey } from '../http/served-app.ts';
import { serveHere } from '../http/with-stores.ts';
import { serveFollower, serveFollowing } from './serve-following.ts';

const LIST = '/projects/shop/change-requests';
const OLD = '1970-01-01T00:00:00.000Z';

type Served = Pick<Awaited<ReturnType<typeof serveFollower>>, 'served' | 'key'>;

/** Asks what an act on a target would break, in all projects or in one. */
async function impactOf({ served, key }: Served, target: object, project?: string) {
  const path =
    project === undefined ? '/api/admin/impact' : `/api/admin/projects/${project}/impact`;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ targets: [target] });
  const { json } = await ask(served, { method: 'POST', path, key, headers, body });
  const { impacts, ...rest } = json as { readonly impacts: readonly object[] };
  return { ...rest, ...impacts[0] };
}

async function imports({ store }: Following, ...entries: readonly ImportEntry[]): Promise<void> {
  async function* each() {
    for (const entry of entries) yield ok(entry);
  }
  (await store.transfer.import(each()))._unsafeUnwrap();
}

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
    [
      'with 503 for a project of which only a part can be read',
      ({ unleash, ...following }) => {
        unleash.respond(LIST, { body: [fakeChangeRequest(1), { state: 'Scheduled' }] });
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
      (following) =>
        imports(following, { kind: 'complete', projectId: 'shop', asOf: OLD, source: 'import' }),
      CLEAR,
    ],
    [
      'with 503 for a project that is imported in part beside the sync',
      (following) => imports(following, { kind: 'project', project: { id: 'shop', name: 'Shop' } }),
      UNREAD,
    ],
  ])('%s', async (_what, happens, response, project = 'shop') => {
    const following = await follow();
    await happens(following);

    for (const name of ['a node that starts now', 'another node']) {
      const node = await serveFollower(following, 500, name);
      const path = searchPath(project, 'feature=checkout');
      expect(await ask(node.served, { path, key: node.key })).toMatchObject(response);
    }
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
    await imports(following, { kind: 'project', project: { id: 'shop', name: 'Shop' } });
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
    // A slow machine must have time to ask which projects Unleash hides.
    const node = await serveFollower(following, 5_000);
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

describe('coverage: an impact over all projects is no all-clear', () => {
  const PROJECTS = fakeProjects('shop');
  const UNKNOWN = { outcome: 'unknown', reasons: ['unreadable-projects'] };

  test.each<[string, (following: Following) => Promise<unknown>]>([
    [
      'after a sync that could not read a project',
      async ({ unleash, sync }) => {
        unleash.state.projects.push({ id: 'long', name: 'x'.repeat(300) });
        return sync();
      },
    ],
    [
      'after a sync of one project since Unleash has another one',
      async ({ unleash, sync }) => {
        await sync();
        unleash.state.projects.push(...fakeProjects('new'));
        return sync({ projectIds: ['shop'] });
      },
    ],
    [
      'while no sync of all projects could register them',
      async ({ unleash, sync }) => {
        unleash.state.projects.push(...fakeProjects('other'));
        await sync({ projectIds: ['shop'] });
        unleash.respond('/strategies', { body: '{"strategies":[{' });
        return sync();
      },
    ],
  ])('%s', async (_when, happens) => {
    const following = await follow({ projects: [...PROJECTS] });
    await happens(following);

    const alone = {
      served: await serveHere(following.store),
      key: await makeKey(following.store, 'ci'),
    };
    for (const node of [alone, await serveFollower(following, 5_000)]) {
      expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(UNKNOWN);
      const inShop = await impactOf(node, { feature: 'checkout' }, 'shop');
      expect(inShop).toMatchObject({ outcome: 'none' });
    }
  });

  test('until a sync has copied each project', async () => {
    const following = await follow({ projects: fakeProjects('shop', 'new') });
    await following.sync({ projectIds: ['shop'] });
    const node = await serveFollower(following, 5_000);
    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(UNKNOWN);

    await following.sync();
    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject({ outcome: 'none' });
  });
});

describe('coverage: a key with the root role Viewer, from which Unleash hides projects', () => {
  const NAME = 'holidaySale';
  const HIDDEN = { outcome: 'unknown', reasons: ['unreadable-projects'] };
  const serveAs = (rootRole: FakeState['rootRole']) =>
    serveFollowing({ rootRole, strategies: [fakeStrategy(NAME)] }, 5_000);

  test.each([
    ['Viewer', HIDDEN],
    ['Editor', { outcome: 'none' }],
    ['Admin', { outcome: 'none' }],
    [undefined, { outcome: 'none' }],
  ] as const)('impact over all projects with the role %s', async (rootRole, impact) => {
    const node = await serveAs(rootRole);

    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(impact);
    expect(await impactOf(node, { feature: 'checkout' }, 'shop')).toMatchObject({
      outcome: 'none',
    });
  });

  test.each([
    ['of all projects by a Viewer', 'Viewer', [undefined], HIDDEN],
    ['of all projects by an Editor', 'Editor', [undefined], { outcome: 'none' }],
    ['of one project', 'Editor', [['shop']], HIDDEN],
    ['of one project after one of all', 'Editor', [undefined, ['shop']], { outcome: 'none' }],
  ] as const)(
    'a service without an Unleash, over a store with a sync %s',
    async (_, rootRole, syncs, impact) => {
      const { store, sync } = await follow({ rootRole });
      for (const projectIds of syncs) (await sync({ projectIds }))._unsafeUnwrap();
      const node = { store, served: await serveHere(store), key: await makeKey(store, 'admin') };

      expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(impact);
      const inShop = await impactOf(node, { feature: 'checkout' }, 'shop');
      expect(inShop).toMatchObject({ outcome: 'none' });
    },
  );

  test('refuses a guarded delete until it is acknowledged', async () => {
    const { served, key, unleash } = await serveAs('Viewer');
    const remove = (query: string) =>
      ask(served, { method: 'DELETE', path: `${strategyPath(NAME)}?guard=refuse${query}`, key });

    const refused = await remove('');

    expect(refused).toMatchObject({ status: 409, json: { impact: HIDDEN } });
    expect(unleash.state.strategies).toHaveLength(1);
    const { impact } = refused.json as { readonly impact: { readonly fingerprint: string } };
    expect((await remove(`&acknowledge=${impact.fingerprint}`)).status).toBe(200);
  });

  test.each([403, 500])('is not ruled out while Unleash responds with %d', async (status) => {
    const node = await serveAs(undefined);
    for (const path of ['/user', '/user/profile']) node.unleash.respond(path, { status });

    expect(await impactOf(node, { feature: 'checkout' })).toMatchObject(HIDDEN);
  });

  test('is reported by forewarn sync at its start', async () => {
    const { unleash } = await follow({ rootRole: 'Viewer' });
    const place = await makePlace(onTestFinished);
    const env = { UNLEASH_URL: unleash.url, UNLEASH_API_KEY: unleash.key };

    expect(await place.run(['sync'], { env })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^forewarn: UNLEASH_API_KEY: Unleash may hide private projects .*\n$/,
      ),
    });
    expect(await place.run(['sync', '--project', 'shop'], { env })).toMatchObject({ stderr: '' });
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
