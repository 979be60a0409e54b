import { expect, it, onTestFinished, vi } from 'vitest';
import pg from 'pg';
import { migratedDatabase } from '../../store-postgres/test/describe-postgres-store.ts';
import { openPostgresStore } from '../../store-postgres/src/index.ts';
import { sqlUnleash } from '../src/sql/index.ts';

const DAY_MS = 86_400_000;

/** Opens a store that can follow an upstream, in a database of its own. */
async function openFollower() {
  const capabilities = [sqlUnleash] as const;
  const database = await migratedDatabase(undefined, capabilities);
  onTestFinished(() => database.drop());
  const settings = { connectionString: database.url, capabilities };
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  onTestFinished(() => store.close());
  return { store, url: database.url };
}

it('a lease lasts no longer than its time to live, also if the clock of the database is set back', async () => {
  const { store, url } = await openFollower();
  const acquire = async (holder: string): Promise<boolean> =>
    (await store.leases.acquire({ name: 'sync', holder, ttlMs: 200 }))._unsafeUnwrap();
  expect(await acquire('a')).toBe(true);
  // As after a clock that was a day ahead.
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`update forewarn_leases set expires_at = expires_at + ${DAY_MS}`);

  expect(await acquire('b')).toBe(false);
  await expect.poll(() => acquire('b')).toBe(true);
});

it('a lease expires by the clock of the database, not of its holder', async () => {
  const { store } = await openFollower();
  const acquire = async (holder: string, ttlMs: number, aheadMs = 0): Promise<boolean> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
    const acquired = await store.leases.acquire({ name: 'sync', holder, ttlMs });
    vi.useRealTimers();
    return acquired._unsafeUnwrap();
  };

  for (const aheadMs of [DAY_MS, -DAY_MS]) {
    expect(await acquire('a', DAY_MS / 2, aheadMs)).toBe(true);
    expect(await acquire('b', DAY_MS / 2)).toBe(false);
    expect(await acquire('a', 0, aheadMs)).toBe(true);
    expect(await acquire('b', 0)).toBe(true);
  }
});
