import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { fakeChangeRequest, startFakeUnleash } from '../../packages/unleash/test/fake-unleash.ts';
import { makeFollower } from '../../packages/unleash/test/follow.ts';
import { examineUnleash, syncOnce, unleashApi, lineOf } from '@forewarn/unleash';
import { unleashAdmin } from './unleash-admin.ts';
import { makeUserKey } from './user-key.ts';
import { startEnterpriseProxy, type UnleashProxy } from './unleash-proxy.ts';

// Other tests use this Unleash too, so it has more definitions than these.
const unleash = unleashAdmin(inject('sharedUnleash'));

const withChangeRequests = (): Promise<UnleashProxy> =>
  startEnterpriseProxy(
    unleash.url,
    fakeChangeRequest(7, { project: 'default' }),
    fakeChangeRequest(8, { project: 'default', state: 'Applied' }),
  );

const define = (name: string) => unleash.ask('POST', '/strategies', { name, parameters: [] });

test('follows the projects and definitions of the open-source edition', async () => {
  const { sync, lines, definitions, coverageOf, events } = makeFollower(unleash);
  await define('holidaySale');
  await define('byCountry');

  expect((await sync())._unsafeUnwrap()).toMatchObject({ isCurrent: true });

  expect(lines).toEqual([expect.stringMatching(/^this Unleash has no change requests/)]);
  expect(await definitions()).toEqual(expect.arrayContaining(['byCountry', 'holidaySale']));
  expect(await coverageOf('default')).toEqual({ kind: 'none' });
  await unleash.ask('DELETE', '/strategies/byCountry');
  await sync();
  expect(await definitions()).toContain('holidaySale');
  expect(await definitions()).not.toContain('byCountry');
  expect(await events()).toContain('strategy-deleted by unleash-sync');
});

test('knows Unleash by its id at another address, and refuses another one', async () => {
  const { sync, store } = makeFollower(unleash);
  (await sync())._unsafeUnwrap();
  const syncAt = ({ url, key }: { readonly url: string; readonly key: string }) =>
    syncOnce({ api: unleashApi({ url, key }), store, report: () => {} });

  const { url } = await withChangeRequests();
  expect((await syncAt({ url, key: unleash.key })).isOk()).toBe(true);

  const other = await startFakeUnleash();
  onTestFinished(() => other.close());
  expect((await syncAt(other))._unsafeUnwrapErr()).toMatchObject({
    type: 'UnleashForeign',
    followed: { url: unleash.url, instanceId: expect.stringMatching(/^[\da-f-]{36}$/) },
  });
});

test('copies the built-in definitions once', async () => {
  const { sync, store } = makeFollower(unleash);

  // Other tests may change a definition between two syncs.
  const replaced = async (): Promise<number> =>
    (await sync())._unsafeUnwrap().counts.strategies.replaced;
  await sync();
  await expect.poll(replaced).toBe(0);

  const listed = (await unleash.ask('GET', '/strategies')) as {
    readonly strategies: readonly { readonly name: string; readonly editable: boolean }[];
  };
  const stored = (await store.strategies.list())._unsafeUnwrap();
  const builtIn = (all: typeof listed.strategies): readonly string[] =>
    all.filter(({ editable }) => !editable).map(({ name }) => name);
  expect(builtIn(stored).length).toBeGreaterThan(0);
  expect(builtIn(stored)).toEqual(builtIn(listed.strategies).toSorted());
});

test('copies the change requests of the Enterprise edition', async () => {
  const { url } = await withChangeRequests();
  const { sync, lines, idsOf, coverageOf } = makeFollower({ url, key: unleash.key });

  expect((await sync())._unsafeUnwrap()).toMatchObject({ isCurrent: true });

  expect(lines).toEqual([]);
  expect(await idsOf('default')).toEqual([7]);
  expect(await coverageOf('default')).toMatchObject({ kind: 'as-of', source: 'sync' });
});

test('reports how the endpoints respond, and none of the names', async () => {
  await define('secretSale');
  const { url } = await withChangeRequests();
  const { key } = unleash;
  const examined = (at: string) => examineUnleash({ api: unleashApi({ url: at, key }), key });

  const [openSource, enterprise] = [await examined(unleash.url), await examined(url)];

  const list = ({ endpoints }: typeof enterprise) =>
    endpoints.find(({ path }) => path === '/projects/:project/change-requests')?.responses;
  expect(list(openSource)).toEqual({ '404, not served': 'under 10' });
  expect(list(enterprise)).toEqual({ 200: 'under 10' });
  for (const report of [openSource, enterprise]) {
    expect(report).toMatchObject({ isReadable: true, versions: { oss: expect.any(String) } });
    expect(report.endpoints.flatMap(({ missing }) => missing)).toEqual([]);
    expect(JSON.stringify(report)).not.toMatch(/secretSale|production|"default"/);
  }
});

test('keeps its data and their time while Unleash is away', async () => {
  const { url, close } = await withChangeRequests();
  const { sync, idsOf, coverageOf } = makeFollower({ url, key: unleash.key });
  await sync();
  const before = await coverageOf('default');

  await close();
  const failure = (await sync())._unsafeUnwrapErr();

  expect(failure.type).toBe('UnleashUnavailable');
  expect([await idsOf('default'), await coverageOf('default')]).toEqual([[7], before]);
});

test.each([
  ['a wrong key', '*:*.wrong', /^UNLEASH_API_KEY: Unleash does not accept the key \(401\)/],
  ['a client key', undefined, /^UNLEASH_API_KEY: the key may not read \/projects \(403\)/],
])('reports that %s lacks permissions', async (_what, wrong, line) => {
  const made = (await unleash.ask('POST', '/api-tokens', {
    tokenName: 'client',
    type: 'client',
    environment: 'development',
    projects: ['*'],
  })) as { readonly secret: string };
  const { sync, definitions } = makeFollower({ url: unleash.url, key: wrong ?? made.secret });

  const failure = (await sync())._unsafeUnwrapErr();

  expect(failure.type === 'StoreUnavailable' ? '' : lineOf(failure)).toMatch(line);
  expect(await definitions()).toEqual([]);
});

test.each([
  ['an admin token', undefined, []],
  ['an Admin', 'Admin', []],
  ['an Editor', 'Editor', []],
  ['a Viewer', 'Viewer', [expect.stringMatching(/^UNLEASH_API_KEY: Unleash may hide private/)]],
] as const)(
  'says whether Unleash may hide projects from the key of %s',
  async (_who, role, said) => {
    const key = role === undefined ? unleash.key : await makeUserKey(unleash, role);
    const { sync, lines } = makeFollower({ url: unleash.url, key });

    expect((await sync()).isOk()).toBe(true);

    expect(lines.filter((line) => line.startsWith('UNLEASH_API_KEY'))).toEqual(said);
  },
);

test('a project that Unleash does not list is gone only if it is archived', async () => {
  const database = new pg.Client(inject('sharedDatabaseUrl'));
  await database.connect();
  onTestFinished(() => database.end());
  // The open-source edition has such projects, but lists only the default one.
  await database.query("insert into projects (id, name) values ('old', 'Old')");
  const { store, sync, coverageOf, lines } = makeFollower(unleash);
  (await store.projects.register({ id: 'old', name: 'Old' }, 'ann'))._unsafeUnwrap();

  (await sync())._unsafeUnwrap();

  expect(lines).toContainEqual(expect.stringMatching(/^project "old": .* Forewarn keeps it/));
  expect(await coverageOf('old')).toEqual({ kind: 'none' });

  await database.query("update projects set archived_at = now() where id = 'old'");
  expect((await sync())._unsafeUnwrap()).toMatchObject({ deleted: { projects: 1 } });

  expect(await coverageOf('old')).toBeUndefined();
});
