import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { repeat } from '../src/repeat.ts';

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.99);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
});

test.each([
  ['the interval', 60_000, undefined],
  ['an interval of 30 days', 30 * DAY_MS, undefined],
  ['what a run asks for', 1, 60_000],
  ['30 days that a run asks for', 1, 30 * DAY_MS],
])('waits %s, or a little less, until it is stopped', async (_what, intervalMs, minimumMs) => {
  const stop = new AbortController();
  let runs = 0;
  const run = async (): Promise<number | undefined> => {
    runs += 1;
    return minimumMs;
  };
  const done = repeat(run, { intervalMs, signal: stop.signal });
  const ms = Math.max(intervalMs, minimumMs ?? 0);

  await vi.advanceTimersByTimeAsync(0.89 * ms);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(0.11 * ms);
  expect(runs).toBe(2);

  stop.abort();
  await done;
  expect(runs).toBe(2);
});
