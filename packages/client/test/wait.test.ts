import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { wait } from '../src/retry.ts';

const DAY_MS = 86_400_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Begins to wait. Returns whether the wait is over, and the timers that are left. */
function begin(ms: number, signal?: AbortSignal) {
  let isOver = false;
  const over = wait(ms, signal).then(() => (isOver = true));
  return { over, isOver: () => isOver };
}

test.each([0, 1, 60_000, MAX_TIMER_MS, MAX_TIMER_MS + 1, 30 * DAY_MS, 999_999 * DAY_MS])(
  'waits %d ms, and no longer',
  async (ms) => {
    const { over, isOver } = begin(ms);

    await vi.advanceTimersByTimeAsync(Math.max(0, ms - 1));
    expect(isOver()).toBe(ms === 0);

    await vi.advanceTimersByTimeAsync(1);
    await over;
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('waits without an end for an infinite time', async () => {
  const stop = new AbortController();
  const { over, isOver } = begin(Number.POSITIVE_INFINITY, stop.signal);

  await vi.advanceTimersByTimeAsync(100 * DAY_MS);
  expect(isOver()).toBe(false);

  stop.abort();
  await over;
});

test.each([
  ['before', true],
  ['during', false],
])('ends when it is stopped %s the wait', async (_when, isBefore) => {
  const stop = new AbortController();
  if (isBefore) stop.abort();
  const { over } = begin(DAY_MS, stop.signal);

  stop.abort();
  await over;

  expect(vi.getTimerCount()).toBe(0);
});

test('throws for a time that is not a number', () => {
  expect(() => wait(Number.NaN)).toThrow(RangeError);
});
