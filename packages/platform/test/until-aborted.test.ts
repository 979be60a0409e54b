import { expect, it } from 'vitest';
import { untilAborted } from '../src/index.ts';

const REASON = new Error('the client is gone');

it('settles as the work does, with and without a signal', async () => {
  const { signal } = new AbortController();
  for (const given of [undefined, signal]) {
    expect(await untilAborted(given, Promise.resolve('done'))).toBe('done');
    await expect(untilAborted(given, Promise.reject(REASON))).rejects.toBe(REASON);
  }
});

it('rejects with the reason of the signal, whatever becomes of the work', async () => {
  const client = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = untilAborted(client.signal, promise);
  client.abort(REASON);
  await expect(waiting).rejects.toBe(REASON);
  await expect(untilAborted(client.signal, Promise.resolve())).rejects.toBe(REASON);
  reject(new Error('too late'));
});
