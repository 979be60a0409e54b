import { expect, onTestFinished, test, vi } from 'vitest';
import { repeat } from '../src/repeat.ts';

test('runs again and again until it is stopped', async () => {
  const stop = new AbortController();
  let runs = 0;

  await repeat(
    async () => {
      runs += 1;
      if (runs === 3) stop.abort();
      return undefined;
    },
    { intervalMs: 1, signal: stop.signal },
  );

  expect(runs).toBe(3);
});

test('waits as long as a run asks for', async () => {
  const stop = new AbortController();
  const times: number[] = [];

  await repeat(
    async () => {
      times.push(performance.now());
      if (times.length === 2) stop.abort();
      return 60;
    },
    { intervalMs: 1, signal: stop.signal },
  );

  const [first = 0, second = 0] = times;
  expect(second - first).toBeGreaterThan(55);
});

test.each([
  ['an interval', 30 * 86_400_000, undefined],
  ['a run', 1, 30 * 86_400_000],
])('waits 30 days if %s asks for that', async (_what, intervalMs, minimumMs) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  let runs = 0;
  const run = async (): Promise<number | undefined> => {
    runs += 1;
    return minimumMs;
  };
  const done = repeat(run, { intervalMs, signal: stop.signal });

  await vi.advanceTimersByTimeAsync(26 * 86_400_000);
  expect(runs).toBe(1);

  await vi.advanceTimersByTimeAsync(8 * 86_400_000);
  expect(runs).toBe(2);
  stop.abort();
  await done;
});
