import { ok, okAsync } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import { attempt, StoreBusy, toResultAsync } from '../src/port-result.ts';

const REASON = new Error('the client left');
const BUSY = new StoreBusy('too many calls');
const LOST = new Error('no connection');
const isLost = (error: unknown): boolean => error === LOST;

describe('toResultAsync', () => {
  it('returns a ResultAsync as it is, and chains what an async function returned', async () => {
    const result = okAsync(1);

    expect(toResultAsync(result)).toBe(result);
    expect(await toResultAsync((async () => ok(1))()).map((value) => value + 1)).toEqual(ok(2));
  });
});

describe('attempt', () => {
  it('returns the result of its work, whether or not that waits', async () => {
    expect(await attempt(isLost, {}, () => ok(1))).toEqual(ok(1));
    expect(await attempt(isLost, {}, async () => ok(1))).toEqual(ok(1));
  });

  it.each([
    ['of an unavailable database', LOST, LOST],
    ['of a full queue', BUSY, BUSY],
    ['of an aborted signal', REASON, REASON],
    ['of an unavailable database, but aborted meanwhile', LOST, REASON],
  ])('turns an error %s into StoreUnavailable', async (_of, thrown, cause) => {
    const client = new AbortController();

    const result = await attempt(isLost, client, () => {
      if (cause === REASON) client.abort(REASON);
      throw thrown;
    });

    expect(result._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause });
  });

  it('begins nothing once the signal is aborted', async () => {
    const result = await attempt(isLost, { signal: AbortSignal.abort(REASON) }, () => {
      throw new Error('it began');
    });

    expect(result._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: REASON });
  });

  it('throws bugs', async () => {
    const bug = new TypeError('no such table');

    await expect(attempt(isLost, {}, () => Promise.reject(bug))).rejects.toBe(bug);
  });
});
