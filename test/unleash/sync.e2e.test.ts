import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  fakeChangeRequest,
  startFakeUnleash,
} from '../../packages/service/test/sync/fake-unleash.ts';
import { makeFollower } from '../../packages/service/test/sync/follow.ts';
import { lineOf } from '../../packages/service/src/sync/unleash-failure.ts';
import { type RunningUnleash, startUnleash } from './start-unleash.ts';
import { startUnleashProxy, type UnleashProxy } from './unleash-proxy.ts';

const ENTERPRISE = /^\/api\/admin\/(?:search\/change-requests|projects\/[^/]+\/change-requests)/;

let unleash: RunningUnleash;

beforeAll(async () => {
  unleash = await startUnleash();
});

afterAll(() => unleash.remove());

/** Puts a fake in front of Unleash that responds to the requests which only Unleash Enterprise serves. */
async function withChangeRequests(): Promise<UnleashProxy> {
  const fake = await startFakeUnleash({
    changeRequests: [
      fakeChangeRequest(7, { project: 'default' }),
      fakeChangeRequest(8, { project: 'default', state: 'Applied' }),
    ],
  });
  const proxy = await startUnleashProxy(unleash.url, { paths: ENTERPRISE, ...fake });
  onTestFinished(async () => {
    await proxy.close();
    await fake.close();
  });
  return proxy;
}

const define = (name: string) => unleash.ask('POST', '/strategies', { name, parameters: [] });

test('follows the projects and definitions of the open-source edition', async () => {
  const { sync, lines, definitions, coverageOf, events } = makeFollower(unleash);
  await define('holidaySale');
  await define('byCountry');

  expect((await sync())._unsafeUnwrap()).toMatchObject({ isCurrent: true });

  expect(lines).toEqual([expect.stringMatching(/^this Unleash has no change requests/)]);
  expect(await definitions()).toEqual(['byCountry', 'holidaySale']);
  expect(await coverageOf('default')).toEqual({ kind: 'none' });
  await unleash.ask('DELETE', '/strategies/byCountry');
  await sync();
  expect(await definitions()).toEqual(['holidaySale']);
  expect(await events()).toEqual(['strategy-deleted by unleash-sync']);
});

test('copies the same definitions as Unleash lists', async () => {
  const { sync, store } = makeFollower(unleash);

  const { counts } = (await sync())._unsafeUnwrap();
  const again = (await sync())._unsafeUnwrap();

  const listed = (await unleash.ask('GET', '/strategies')) as {
    readonly strategies: readonly { readonly name: string }[];
  };
  const stored = (await store.strategies.list())._unsafeUnwrap();
  expect(stored.map(({ name }) => name)).toEqual(
    listed.strategies.map(({ name }) => name).toSorted(),
  );
  expect(counts.strategies.created + counts.strategies.replaced).toBeGreaterThan(0);
  expect(again.counts.strategies).toMatchObject({ created: 0, replaced: 0 });
});

test('copies the change requests of the Enterprise edition', async () => {
  const { url } = await withChangeRequests();
  const { sync, lines, idsOf, coverageOf } = makeFollower({ url, key: unleash.key });

  expect((await sync())._unsafeUnwrap()).toMatchObject({ isCurrent: true });

  expect(lines).toEqual([]);
  expect(await idsOf('default')).toEqual([7]);
  expect(await coverageOf('default')).toMatchObject({ kind: 'as-of', source: 'sync' });
});

test('keeps its data and their time while Unleash restarts, and goes on afterwards', async () => {
  const { url } = await withChangeRequests();
  const { sync, idsOf, coverageOf } = makeFollower({ url, key: unleash.key });
  await sync({ now: () => 0 });
  const before = await coverageOf('default');

  await unleash.stop('SIGKILL');
  const failure = (await sync())._unsafeUnwrapErr();
  const during = [await idsOf('default'), await coverageOf('default')];
  await unleash.start();

  expect(failure.type).toBe('UnleashUnavailable');
  expect(during).toEqual([[7], before]);
  expect((await sync())._unsafeUnwrap().isCurrent).toBe(true);
  expect(await coverageOf('default')).not.toEqual(before);
});

test.each([
  ['a wrong key', '*:*.wrong', /^UNLEASH_API_KEY: Unleash does not accept the key \(401\)/],
  ['a client key', undefined, /^UNLEASH_API_KEY: the key may not read \/projects \(403\)/],
])('tells that %s lacks the rights', async (_what, wrong, line) => {
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
