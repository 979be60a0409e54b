import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timeSlices } from '../src/index.ts';

const REASON = new Error('the client is gone');

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Holds the event loop for longer than a slice. */
const work = (): void => void vi.advanceTimersByTime(10);

it('lets other work run once work held the event loop for long, and only then', async () => {
  const pause = timeSlices();
  expect(pause()).toBeUndefined();
  let ran = false;
  setImmediate(() => (ran = true));
  work();
  await pause();
  expect(ran).toBe(true);
  expect(pause()).toBeUndefined();
});

it('throws the reason of a signal that is aborted meanwhile', async () => {
  const client = new AbortController();
  const pause = timeSlices(client.signal);
  setImmediate(() => client.abort(REASON));
  work();
  await expect(pause()).rejects.toThrow(REASON);
});

it('pauses several steps at once, so that they take one slice together', async () => {
  const pause = timeSlices();
  work();
  expect(pause()).toBe(pause());
});
