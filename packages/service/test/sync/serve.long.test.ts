import { sqlCleanup } from '@forewarn/cleanup/sql';
import { sqlOperate } from '@forewarn/operate/sql';
import { sqlForecast } from '@forewarn/forecast/sql';
import { join } from 'node:path';
import { sqlNotify } from '@forewarn/notify/sql';
import { sqlUnleash } from '@forewarn/unleash/sql';
import { openSqliteStore } from '@forewarn/store-sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  fakeChangeRequest,
  fakeStrategy,
  type FakeUnleash,
  startFakeUnleash,
} from '../../../unleash/test/fake-unleash.ts';
import { makePlace } from '../commands/place.ts';
import { type RunningService, startService } from '../http/running-service.ts';

const KEY = 'secret-of-the-test';

/** Starts a service that follows a fake Unleash. */
async function serveFollowing(
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly service: RunningService; readonly unleash: FakeUnleash }> {
  const unleash = await startFakeUnleash({
    strategies: [{ ...fakeStrategy('default'), editable: false }, fakeStrategy('holidaySale')],
    changeRequests: [fakeChangeRequest(7)],
  });
  const { folder } = await makePlace(onTestFinished);
  const service = await startService({
    DATABASE_URL: `sqlite:${join(folder, 'forewarn.db')}`,
    INIT_ADMIN_API_TOKENS: KEY,
    UNLEASH_URL: unleash.url,
    UNLEASH_API_KEY: unleash.key,
    SYNC_INTERVAL: '2s',
    ...more,
  });
  onTestFinished(async () => {
    await service.end('SIGKILL');
    await unleash.close();
  });
  return { service, unleash };
}

const get = async ({ url }: RunningService, path: string): Promise<string> => {
  const response = await fetch(`${url}${path}`, { headers: { Authorization: KEY } });
  return response.text();
};

const search = (service: RunningService): Promise<string> =>
  get(service, '/api/admin/projects/shop/change-requests/scheduled?feature=checkout');

/** Lines of the log with this message. */
const logged = (service: RunningService, msg: RegExp): readonly string[] =>
  service
    .stdout()
    .split('\n')
    .filter((line) => msg.test(line));

test('a service follows Unleash, and tells of each sync', async () => {
  const { service, unleash } = await serveFollowing();

  await expect.poll(() => search(service)).toContain('"id":7');
  unleash.state.changeRequests = [fakeChangeRequest(8)];
  await expect.poll(() => search(service)).toMatch(/^\[\{"id":8,/);

  expect(await get(service, '/api/admin/projects')).toContain('"source":"sync"');
  expect(logged(service, /"msg":"synced"/)[0]).toContain('"isCurrent":true');
  expect(await get(service, '/metrics')).toMatch(
    /^forewarn_sync_duration_seconds_count\{result="current"\} [1-9]/m,
  );
});

test('a service keeps serving while Unleash is away', async () => {
  const { service, unleash } = await serveFollowing();
  await expect.poll(() => search(service)).toContain('"id":7');

  unleash.respond('/projects', { status: 401 });
  await expect.poll(() => logged(service, /UNLEASH_API_KEY/).length).toBeGreaterThan(0);

  expect(await search(service)).toContain('"id":7');
  expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  expect(await get(service, '/metrics')).toMatch(
    /^forewarn_sync_duration_seconds_count\{result="failed"\} [1-9]/m,
  );
  expect(service.stdout()).not.toContain(unleash.key);
});

test('a service waits while another node syncs, and lets the others sync when it stops', async () => {
  const { folder } = await makePlace(onTestFinished);
  const path = join(folder, 'shared.db');
  const store = (
    await openSqliteStore(path, {
      capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash],
    })
  )._unsafeUnwrap();
  onTestFinished(() => store.close());
  const lease = { name: 'unleash-sync', holder: 'another node' };
  const acquire = async (ttlMs: number): Promise<boolean> =>
    (await store.leases.acquire({ ...lease, ttlMs }))._unsafeUnwrap();
  await acquire(60_000);
  const { service, unleash } = await serveFollowing({ DATABASE_URL: `sqlite:${path}` });
  const waiting = /"msg":"waiting while another node syncs"/;
  await expect.poll(() => logged(service, waiting).length).toBe(1);
  expect(unleash.received).toEqual([]);

  await store.leases.release(lease);
  await expect.poll(() => logged(service, /"msg":"synced"/).length).toBeGreaterThan(0);
  expect(await acquire(60_000)).toBe(false);
  await service.end('SIGTERM');

  expect(await acquire(60_000)).toBe(true);
});

test('a service stops in the middle of a sync', async () => {
  const { service, unleash } = await serveFollowing();
  await expect.poll(() => search(service)).toContain('"id":7');
  let asked = 0;
  unleash.respond('/projects', () => (asked += 1));
  await expect.poll(() => asked).toBeGreaterThan(0);
  const startedAt = performance.now();

  expect(await service.end('SIGTERM')).toEqual({ code: 0 });

  expect(performance.now() - startedAt).toBeLessThan(9_000);
  expect(logged(service, /"level":[45]0/)).toEqual([]);
});
