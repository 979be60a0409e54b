import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { hashSecret, newSecret } from '@forewarn/service';
import { memoryUnleash } from '@forewarn/unleash/memory';
import { expect, onTestFinished, test } from 'vitest';
import { fakeProjects, startFakeUnleash } from '../../packages/unleash/test/fake-unleash.ts';
import { followingService, ownService } from './own-service.ts';

const SEARCH = '/api/admin/projects/shop/change-requests/scheduled';

const statusOf = async (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  (await fetch(`${url}${SEARCH}`, { headers: { ...headers, Connection: 'close' } })).status;

const seeded = () => createMemoryStore({ projects: [{ id: 'shop', name: 'Shop' }] });

function listLog() {
  const lines: string[] = [];
  const write = (_fields: object, message: string): void => void lines.push(message);
  return { log: { debug: write, info: write, warn: write, error: write }, lines };
}

test('a service over an own store and authorizer serves the users of sessions', async () => {
  const users = new Map([['session=1', { name: 'alice' }]]);
  const { log, lines } = listLog();
  const service = ownService(seeded(), users, { port: 0 }, log)._unsafeUnwrap();
  const url = (await service.listen())._unsafeUnwrap();

  expect(await statusOf(url, { Cookie: 'session=2' })).toBe(401);
  expect(await statusOf(url, { Cookie: 'session=1' })).toBe(200);
  await service.stop();
  expect(lines).toEqual(['request', 'request']);
});

test('a service that follows an Unleash copies it, and says so in its log and its metrics', async () => {
  const unleash = await startFakeUnleash({ projects: fakeProjects('shop') });
  onTestFinished(() => unleash.close());
  const store = createMemoryStore({}, [memoryOperate, memoryUnleash]);
  const { log, lines } = listLog();
  const secret = newSecret();
  const key = { name: 'ci', secretHash: hashSecret(secret), permissions: ['ADMIN'] } as const;
  (await store.apiKeys.create(key))._unsafeUnwrap();
  const service = followingService(store, unleash, { port: 0 }, log)._unsafeUnwrap();
  const url = (await service.listen())._unsafeUnwrap();
  await expect.poll(() => lines).toContain('synced');

  expect(await statusOf(url, { Authorization: secret })).toBe(200);
  expect(await statusOf(url, { Authorization: newSecret() })).toBe(401);
  const response = await fetch(`${url}/metrics`, { headers: { Connection: 'close' } });
  const metrics = await response.text();
  expect(metrics).toContain('forewarn_sync_duration_seconds_count{result="current"} 1');
  expect(metrics).toContain('forewarn_key_lookups_total{result="miss"} 2');
  expect(metrics).toContain('forewarn_data_age_seconds{project="shop"}');
  const headers = { Authorization: secret, Connection: 'close' };
  const signedIn = await fetch(`${url}/session`, { method: 'POST', headers });
  const [cookie = ''] = signedIn.headers.getSetCookie();
  expect(await statusOf(url, { Cookie: cookie.split(';', 1)[0] ?? '' })).toBe(200);
  await service.stop();
});
