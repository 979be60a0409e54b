import { err, ok } from 'neverthrow';
import { expect, onTestFinished, test } from 'vitest';
import { watchFirstSync } from '../src/first-sync.ts';

test('the first sync runs while the store can not say whether it has ended', async () => {
  const looks = [err({ type: 'StoreUnavailable', cause: 'away' } as const), ok(false), ok(true)];
  let looked = 0;
  const isSynced = async () => {
    looked += 1;
    return looks.shift() ?? ok(true);
  };
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const firstSync = watchFirstSync({ isSynced }, stopping.signal);

  expect(await firstSync.isRunning()).toBe(true);
  await expect.poll(() => looked, { timeout: 10_000 }).toBe(2);
  expect(await firstSync.isRunning()).toBe(true);
  await expect.poll(() => firstSync.isRunning(), { timeout: 10_000 }).toBe(false);
});
