import { expect, test } from 'vitest';
import { repeat } from '../../src/sync/repeat.ts';

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
