import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import type { UnleashApiOptions } from '@forewarn/unleash';
import { memoryUnleash } from '@forewarn/unleash/memory';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { fakeChangeRequest, startFakeUnleash } from '../../../unleash/test/fake-unleash.ts';
import { apiKeyAuthorizer } from '../../src/keys/api-key-authorizer.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { unleashFollower } from '../../src/unleash/unleash-follower.ts';

/** The part of a service that follows an Unleash, until the test ends. */
function followerOf(api: UnleashApiOptions, unleashUrl?: string) {
  const store = createMemoryStore({}, [memoryOperate, memoryUnleash]);
  const lines: Record<string, unknown>[] = [];
  const telemetry = createTelemetry();
  const { running, copies } = unleashFollower({
    unleash: { ...api, intervalMs: 50 },
    unleashUrl,
    store,
    authorizer: apiKeyAuthorizer(store.apiKeys),
    log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
    telemetry,
  });
  const stop = async (): Promise<void> => running?.stop();
  onTestFinished(stop);
  const logged = async (line: object): Promise<void> => {
    await expect.poll(() => lines).toContainEqual(expect.objectContaining(line));
  };
  /** The results of the syncs, as in the metrics. */
  const results = async () => {
    const text = await telemetry.metrics.text();
    return text.match(/(?<=^forewarn_sync_duration_seconds_count\{result=").*(?="\} [1-9])/gm);
  };
  const start = () => running?.start({ isFirstSync: async () => false });
  return { store, lines, logged, results, copies, start, stop };
}

async function startUnleash() {
  const unleash = await startFakeUnleash({ changeRequests: [fakeChangeRequest(7)] });
  onTestFinished(() => unleash.close());
  return unleash;
}

test('waits while another node syncs, tells of each sync, and lets others sync when it stops', async () => {
  const unleash = await startUnleash();
  const { store, logged, results, start, stop } = followerOf(unleash);
  const lease = { name: 'unleash-sync', holder: 'another node' };
  const acquire = async (): Promise<boolean> =>
    (await store.leases.acquire({ ...lease, ttlMs: 60_000 }))._unsafeUnwrap();
  await acquire();

  start();
  await logged({ level: 30, msg: 'waiting while another node syncs' });
  expect(unleash.received).toEqual([]);

  await store.leases.release(lease);
  await logged({ level: 30, msg: 'synced', isCurrent: true });
  expect(await results()).toEqual(['current']);
  expect(await acquire()).toBe(false);

  await stop();
  expect(await acquire()).toBe(true);
});

test('the log line of a sync that Unleash refuses says why, without the key', async () => {
  const { lines, logged, results, start } = followerOf({
    ...(await startUnleash()),
    key: 'leaked',
  });

  start();
  const reason = /^UNLEASH_API_KEY: Unleash does not accept the key \(401\);/;
  await logged({ level: 40, msg: 'sync failed', reason: expect.stringMatching(reason) });

  expect(await results()).toEqual(['failed']);
  expect(JSON.stringify(lines)).not.toContain('leaked');
});

test('stops in the middle of a sync, which leaves no warning', async () => {
  const unleash = await startUnleash();
  const asked = Promise.withResolvers<void>();
  unleash.respond('/projects', () => asked.resolve());
  const { lines, start, stop } = followerOf(unleash);

  start();
  await asked.promise;
  await stop();

  expect(lines).toEqual([]);
});

test.each([
  ['https://flags.example.com', 'https://flags.example.com'],
  [undefined, 'http://unleash:4242'],
])('with %s as the address for people, copies are changed at %s', async (unleashUrl, url) => {
  const { copies } = followerOf({ url: 'http://unleash:4242', key: 'key' }, unleashUrl);

  expect(await copies?.refuseChange()).toMatchObject({ error: { url } });
});
