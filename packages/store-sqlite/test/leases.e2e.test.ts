import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { newPath, openStore } from './open-store.ts';

const DAY_MS = 86_400_000;

it('a lease lasts no longer than its time to live, also if the clock is set back', async () => {
  const path = await newPath();
  const store = await openStore(path);
  const file = new DatabaseSync(path);
  onTestFinished(() => file.close());
  const acquire = async (holder: string): Promise<boolean> =>
    (await store.leases.acquire({ name: 'sync', holder, ttlMs: 200 }))._unsafeUnwrap();
  expect(await acquire('a')).toBe(true);
  // As after a clock that was a day ahead.
  file.exec(`update leases set expires_at = expires_at + ${DAY_MS}`);

  expect(await acquire('b')).toBe(false);
  await expect.poll(() => acquire('b')).toBe(true);
});
