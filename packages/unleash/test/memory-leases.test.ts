import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '../src/memory/index.ts';

const DAY_MS = 86_400_000;

test.each([DAY_MS, -DAY_MS])('a lease ignores a clock that is set by %d ms', async (ms) => {
  const store = createMemoryStore({}, [memoryUnleash]);
  onTestFinished(() => store.close());
  onTestFinished(() => void vi.useRealTimers());
  const acquire = async (holder: string, ttlMs: number): Promise<boolean> =>
    (await store.leases.acquire({ name: 'sync', holder, ttlMs }))._unsafeUnwrap();
  await acquire('a', 0);
  await acquire('b', DAY_MS / 2);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

  expect(await acquire('a', 0)).toBe(false);
  await acquire('b', 0);
  expect(await acquire('a', 0)).toBe(true);
});
