import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryOperate } from '@forewarn/operate/memory';
import type { Name, NameKind } from '@forewarn/record';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '@forewarn/unleash/memory';
import { expect, inject, test, vi } from 'vitest';
import { makeFollower } from '../../packages/unleash/test/follow.ts';
import { unleashAdmin } from './unleash-admin.ts';
import { makeUserKey } from './user-key.ts';

const unleash = unleashAdmin(inject('sharedUnleash'));
const areNamesDue = () => true;
const PROJECT = '/projects/default';

const named = (kind: NameKind, ...values: readonly string[]): readonly Name[] =>
  values.map((value) => ({ kind, value }));

async function makeAll(): Promise<string> {
  for (const name of ['names-active', 'names-archived']) {
    await unleash.ask('POST', `${PROJECT}/features`, { name, type: 'release' });
  }
  await unleash.ask('DELETE', `${PROJECT}/features/names-archived`);
  await unleash.ask('POST', '/context', { name: 'names-field', legalValues: [] });
  const segment = await unleash.ask('POST', '/segments', { name: 'names', constraints: [] });
  return String((segment as { readonly id: number }).id);
}

test('copies the names that exist, also with the key of a Viewer', async () => {
  const segment = await makeAll();
  for (const key of [unleash.key, await makeUserKey(unleash, 'Viewer')]) {
    const { sync, store } = makeFollower({ url: unleash.url, key });
    expect((await sync({ areNamesDue })).isOk()).toBe(true);
    const find = async (...names: readonly Name[]) =>
      (await store.names.find({ projectIds: ['default'], names }))
        ._unsafeUnwrap()
        .map(({ state }) => state);

    const features = named('feature', 'names-active', 'names-archived', 'names-active2');
    expect(await find(...features)).toEqual(['known', 'known', 'not-found']);
    expect(await find(...named('segment', segment, '987654'))).toEqual(['known', 'not-found']);
    const fields = named('contextField', 'names-field', 'userId', 'names');
    expect(await find(...fields)).toEqual(['known', 'known', 'not-found']);
    const environments = named('environment', 'development', 'production', 'prod');
    expect(await find(...environments)).toEqual(['known', 'known', 'not-found']);
    const definitions = named('strategyDefinition', 'flexibleRollout', 'flexibleRolout');
    expect(await find(...definitions)).toEqual(['known', 'not-found']);
  }
});

/** Unleash serves 15 searches for features a minute, to all tests that share it. */
const SEARCHED = { timeout: 90_000, interval: 1_000 };

test(
  'reads of which definitions the strategies of features are',
  { timeout: SEARCHED.timeout },
  async () => {
    await unleash.ask('POST', '/strategies', { name: 'names-custom', parameters: [] });
    for (const name of ['names-using', 'names-without']) {
      await unleash.ask('POST', `${PROJECT}/features`, { name, type: 'release' });
    }
    const strategy = { name: 'names-custom', parameters: {} };
    const at = `${PROJECT}/features/names-using/environments/development/strategies`;
    await unleash.ask('POST', at, strategy);
    const store = createMemoryStore({}, [memoryOperate, memoryUnleash, memoryCleanup]);
    const { sync } = makeFollower(unleash, store);
    const use = await vi.waitUntil(async () => {
      expect((await sync({ areNamesDue })).isOk()).toBe(true);
      return (await store.featureUse.find(['default']))._unsafeUnwrap()[0];
    }, SEARCHED);
    const definitionsOf = (name: string) =>
      use.features.find((each) => each.name === name)?.definitions;
    expect(definitionsOf('names-using')).toEqual(['names-custom']);
    expect(definitionsOf('names-without')).toEqual([]);
    expect(use.plannedDefinitions).toEqual([]);
  },
);

test.for([
  `${PROJECT}/features`,
  '/search/features?archived=IS%3Atrue&sortBy=createdAt&sortOrder=asc&limit=100&offset=0',
  '/segments',
  '/context?include=project',
  '/environments/project/default',
])('revalidates %s', async (path) => {
  const get = (headers: Readonly<Record<string, string>>) =>
    fetch(`${unleash.url}/api/admin${path}`, {
      headers: { Authorization: unleash.key, 'Cache-Control': 'max-age=0', ...headers },
    });
  const revalidate = async (): Promise<number> => {
    const first = await get({});
    expect(first.status).toBe(200);
    await first.text();
    return (await get({ 'If-None-Match': first.headers.get('ETag') ?? '' })).status;
  };
  // Another test can change the same Unleash in between.
  await expect.poll(revalidate).toBe(304);
});
