import { err, ok } from 'neverthrow';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchFirstSync } from '../src/first-sync.ts';

test('the first sync runs while the store can not say whether it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const looks = [err({ type: 'StoreUnavailable', cause: 'away' } as const), ok(false)];
  const isSynced = async () => looks.shift() ?? ok(true);
  const firstSync = watchFirstSync({ isSynced }, new AbortController().signal);

  expect(await firstSync.isRunning()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await firstSync.isRunning(), looks]).toEqual([true, []]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await firstSync.isRunning()).toBe(false);
});
