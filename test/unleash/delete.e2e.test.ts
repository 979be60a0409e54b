import { join } from 'node:path';
import { makeUseCases } from '@forewarn/use-cases';
import { expect, inject, onTestFinished, test } from 'vitest';
import { allowing } from '../../packages/core/test/authorizers.ts';
import { makePlace } from '../../packages/service/test/commands/place.ts';
import type { Ended } from '../../packages/service/test/run-command.ts';
import { fakeChangeRequest } from '../../packages/unleash/test/fake-unleash.ts';
import { makeFollower } from '../../packages/unleash/test/follow.ts';
import { copiesOf, unleashApi, unleashUpstream } from '@forewarn/unleash';
import { KEY, serveFollowing } from './following-service.ts';
import { unleashAdmin } from './unleash-admin.ts';
import { startEnterpriseProxy } from './unleash-proxy.ts';

const unleash = unleashAdmin(inject('sharedUnleash'));
const [USED, FREE] = ['deleted-used', 'deleted-free'];
const PATIENCE = { timeout: 30_000, interval: 200 };

const CHANGE_REQUEST = fakeChangeRequest(7, {
  project: 'default',
  features: [
    { name: 'banner', changes: [{ id: 1, action: 'addStrategy', payload: { name: USED } }] },
  ],
});

/** Starts `forewarn serve` with the settings of a new user. Returns `forewarn` with its address and key. */
async function serveNewUser(): Promise<(...args: readonly string[]) => Promise<Ended>> {
  const proxy = await startEnterpriseProxy(unleash.url, CHANGE_REQUEST);
  const place = await makePlace(onTestFinished);
  const env = { DATABASE_URL: `sqlite:${join(place.folder, 'forewarn.db')}` };
  const service = await serveFollowing({ url: proxy.url, key: unleash.key }, env);
  return (...args) =>
    place.run([...args, '--url', service.url], { env: { FOREWARN_API_KEY: KEY } });
}

test('deletes once for many at once, though Unleash confirms each', async () => {
  const name = 'deleted-once';
  await unleash.ask('POST', '/strategies', { name, parameters: [] });
  const { store, sync, events } = makeFollower(unleash);
  (await sync())._unsafeUnwrap();
  const api = unleashApi(unleash);
  const { signal } = new AbortController();
  const timeouts = { deleteTimeoutMs: 5_000, syncTimeoutMs: 5_000 };
  const remove = async (): Promise<boolean> => {
    // As on a node of its own.
    const upstream = unleashUpstream({ api, store, ...timeouts, signal });
    const { deleteStrategy } = makeUseCases({
      authorizer: allowing([]),
      store,
      copies: copiesOf(upstream),
    });
    return (await deleteStrategy({ credentials: '', name })).isOk();
  };

  const removed = await Promise.all(Array.from({ length: 20 }, remove));

  expect(removed.filter(Boolean)).toHaveLength(1);
  expect(await events()).toEqual(['strategy-deleted by alice']);
});

/** The names in Unleash's own events of deletions, the newest first. */
async function deletedInUnleash(): Promise<readonly string[]> {
  const { events } = (await unleash.ask('GET', '/search/events?type=IS:strategy-deleted')) as {
    readonly events: readonly { readonly data: { readonly name: string } }[];
  };
  return events.map(({ data }) => data.name);
}

test('a new user checks a definition, and deletes it in Unleash through Forewarn', async () => {
  for (const name of [USED, FREE]) {
    await unleash.ask('POST', '/strategies', { name, parameters: [] });
  }
  const forewarn = await serveNewUser();
  const check = (name: string): Promise<Ended> =>
    forewarn('check', '--all-projects', '--strategy-definition', name);
  const remove = (name: string, ...more: readonly string[]): Promise<Ended> =>
    forewarn('strategies', 'delete', name, '--yes', ...more);

  await expect.poll(async () => (await check(FREE)).code, PATIENCE).toBe(0);
  expect(await check(USED)).toMatchObject({ code: 1, stdout: expect.stringContaining('banner') });

  expect(await remove(FREE)).toMatchObject({ code: 0 });
  expect(await unleash.definitions()).not.toContain(FREE);
  expect(await deletedInUnleash()).toContain(FREE);

  const refused = await remove(USED);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('banner') });
  expect(await unleash.definitions()).toContain(USED);
  const [, fingerprint = ''] = /--acknowledge (\S+)/.exec(refused.stderr) ?? [];
  expect(await remove(USED, '--acknowledge', fingerprint)).toMatchObject({ code: 0 });
  expect(await unleash.definitions()).not.toContain(USED);
  expect(await deletedInUnleash()).toContain(USED);
});
