import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { wait } from '../src/retry.ts';

const DAY_MS = 86_400_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

test.each([0, 1, 60_000, MAX_TIMER_MS, MAX_TIMER_MS + 1, 60 * DAY_MS])(
  'waits %d ms, and no longer',
  async (ms) => {
    let isOver = false;
    const over = wait(ms).then(() => (isOver = true));

    await vi.advanceTimersByTimeAsync(Math.max(0, ms - 1));
    expect(isOver).toBe(ms === 0);

    await vi.advanceTimersByTimeAsync(1);
    await over;
    expect(vi.getTimerCount()).toBe(0);
  },
);

test.each([
  ['before', 0, DAY_MS],
  ['during', 1, DAY_MS],
  ['long after the start of', 100 * DAY_MS, Infinity],
])('ends when it is stopped %s the wait', async (_when, afterMs, ms) => {
  const stop = new AbortController();
  if (afterMs === 0) stop.abort();
  const over = wait(ms, stop.signal);
  if (afterMs > 1) await vi.advanceTimersByTimeAsync(afterMs);
  expect(vi.getTimerCount()).toBe(afterMs === 0 ? 0 : 1);

  stop.abort();
  await over;

  expect(vi.getTimerCount()).toBe(0);
});

test('throws for a time that is not a number', () => {
  expect(() => wait(Number.NaN)).toThrow(RangeError);
});
