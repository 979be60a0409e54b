import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withSignals, withTimeLimit } from '../src/with-signals.ts';

async function untilAborted(signal: AbortSignal): Promise<unknown> {
  await expect.poll(() => signal.aborted).toBe(true);
  return signal.reason;
}

test.each([0.5, -3.2, 1.01])('a time limit of %d ms ends', async (ms) => {
  const reason = await withTimeLimit(ms, undefined, untilAborted);

  expect(reason).toMatchObject({ name: 'TimeoutError' });
});

test('aborts with the reason of the first signal, also of one that is aborted already', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const signals = [first.signal, second.signal];
  const aborted = withSignals(signals, untilAborted);
  second.abort('second');
  first.abort('first');

  expect(await aborted).toBe('second');
  expect(await withSignals(signals, async ({ reason }) => reason as unknown)).toBe('first');
});

test('leaves nothing in a signal once the work has ended', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { signal } = new AbortController();
  const begin = (): Promise<WeakRef<AbortSignal>> =>
    withTimeLimit(1, signal, async (limited) => {
      await delay(10);
      return new WeakRef(limited);
    });
  const all = await Promise.all(Array.from({ length: 100 }, begin));

  await expect
    .poll(() => {
      collect();
      return all.filter((each) => each.deref() !== undefined).length;
    })
    .toBe(0);
});
