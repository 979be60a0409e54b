import { expect, it, vi } from 'vitest';
import { openDatabase } from './open-database.ts';

const DAY_MS = 86_400_000;

it('a lease lasts no longer than its time to live, also if the clock of the database is set back', async () => {
  const { open, connect } = await openDatabase();
  const store = await open();
  const acquire = async (holder: string): Promise<boolean> =>
    (await store.leases.acquire({ name: 'sync', holder, ttlMs: 200 }))._unsafeUnwrap();
  expect(await acquire('a')).toBe(true);
  // As after a clock that was a day ahead.
  const client = await connect();
  await client.query(`update leases set expires_at = expires_at + ${DAY_MS}`);

  expect(await acquire('b')).toBe(false);
  await expect.poll(() => acquire('b')).toBe(true);
});

it('a lease expires by the clock of the database, not of its holder', async () => {
  const { open } = await openDatabase();
  const store = await open();
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
