import type { ApiKey, ApiKeyRepository, StoreUnavailable } from '@forewarn/core';
import { errAsync, okAsync } from 'neverthrow';
import { expect, it, vi } from 'vitest';
import { recentKeys } from '../../src/keys/recent-keys.ts';
import { stopClock } from './clock.ts';

const KEPT_MS = 4_000;
const TO_THE_MS = 100;

const pass = stopClock();

const keyOf = (name: string): ApiKey => ({ name, secretHash: `hash of ${name}`, permissions: [] });

function openKeys(...names: readonly string[]) {
  const there = new Map(names.map((name) => [keyOf(name).secretHash, keyOf(name)]));
  const find = vi.fn<ApiKeyRepository['find']>((secretHash) => okAsync(there.get(secretHash)));
  const recent = recentKeys({ find });
  return {
    find,
    revoke: (name: string) => there.delete(keyOf(name).secretHash),
    create: (name: string) => there.set(keyOf(name).secretHash, keyOf(name)),
    found: async (name: string) => {
      const { secretHash } = keyOf(name);
      return (recent.seen(secretHash) ?? (await recent.find(secretHash))._unsafeUnwrap())?.name;
    },
    findRecent: (name: string) => recent.find(keyOf(name).secretHash),
  };
}

it('does not ask again for a key that it has seen', async () => {
  const { find, found } = openKeys('ci', 'ann');
  expect([await found('ci'), await found('ci'), await found('ci')]).toEqual(['ci', 'ci', 'ci']);
  expect(find.mock.calls).toEqual([['hash of ci']]);
  expect(await found('ann')).toBe('ann');
  expect(find.mock.calls).toEqual([['hash of ci'], ['hash of ann']]);
});

it('asks each time for a key that is not there, and finds it as soon as it is', async () => {
  const { find, found, create } = openKeys();
  expect([await found('ci'), await found('ci')]).toEqual([undefined, undefined]);
  expect(find).toHaveBeenCalledTimes(2);
  create('ci');
  expect(await found('ci')).toBe('ci');
  expect(find).toHaveBeenCalledTimes(3);
});

it('asks again after four seconds, however often it was used, so that a revocation counts', async () => {
  const { find, found, revoke } = openKeys('ci');
  await found('ci');
  revoke('ci');
  for (const ms of [KEPT_MS / 2, KEPT_MS / 2 - 1]) {
    pass(ms);
    expect(await found('ci')).toBe('ci');
  }
  expect(find).toHaveBeenCalledTimes(1);
  pass(TO_THE_MS + 1);
  expect(await found('ci')).toBeUndefined();
  expect(find).toHaveBeenCalledTimes(2);
});

it('keeps a key for four seconds anew once it has asked again', async () => {
  const { find, found } = openKeys('ci');
  await found('ci');
  pass(KEPT_MS + 1);
  await found('ci');
  pass(KEPT_MS - 1);
  expect(await found('ci')).toBe('ci');
  expect(find).toHaveBeenCalledTimes(2);
});

it('keeps a key whatever happens to another', async () => {
  const { find, found, revoke } = openKeys('ci', 'ann');
  await found('ci');
  pass(KEPT_MS / 2);
  await found('ann');
  revoke('ci');
  pass(KEPT_MS / 2 + 1);
  expect(await found('ci')).toBeUndefined();
  expect(find).toHaveBeenCalledTimes(3);
  expect(await found('ann')).toBe('ann');
  expect(find).toHaveBeenCalledTimes(3);
});

it('keeps no error', async () => {
  const { find, found, findRecent } = openKeys('ci');
  const unavailable: StoreUnavailable = { type: 'StoreUnavailable', cause: 'down' };
  find.mockReturnValueOnce(errAsync(unavailable));
  expect((await findRecent('ci'))._unsafeUnwrapErr()).toEqual(unavailable);
  expect(await found('ci')).toBe('ci');
  expect(find).toHaveBeenCalledTimes(2);
});

it('counts the four seconds from when it asked, not from when it was answered', async () => {
  const { find, found, revoke } = openKeys('ci');
  const answer = okAsync(keyOf('ci'));
  find.mockImplementationOnce(() => {
    revoke('ci');
    pass(KEPT_MS - 1);
    return answer;
  });
  expect(await found('ci')).toBe('ci');
  expect(await found('ci')).toBe('ci');
  pass(TO_THE_MS + 1);
  expect(await found('ci')).toBeUndefined();
});
