import type { ApiKey, ApiKeyRepository, StoreUnavailable } from '@forewarn/core';
import { errAsync, okAsync } from 'neverthrow';
import { expect, it, vi } from 'vitest';
import { MAX_FAILURES } from '../../src/keys/failed-attempts.ts';
import { keyFinder } from '../../src/keys/key-finder.ts';
import { stopClock } from './clock.ts';

const KEPT_MS = 4_000;
const LISTED_EVERY_MS = 1_000;
const WITHIN_MS = 60_000;
const DOWN: StoreUnavailable = { type: 'StoreUnavailable', cause: 'down' };
const pass = stopClock();

const keyOf = (name: string): ApiKey => ({ name, secretHash: `hash of ${name}`, permissions: [] });

function opened(...names: readonly string[]) {
  const there = new Map(names.map((name) => [keyOf(name).secretHash, keyOf(name)]));
  const find = vi.fn<ApiKeyRepository['find']>((secretHash) => okAsync(there.get(secretHash)));
  const list = vi.fn<ApiKeyRepository['list']>(() => okAsync([...there.values()]));
  const told: string[] = [];
  const finder = keyFinder({ find, list }, (address) => told.push(address));
  const found = async (name: string, address = 'here') => {
    const { secretHash } = keyOf(name);
    const seen = finder.seen(secretHash);
    if (seen !== undefined) return seen.name;
    return (await finder.find(secretHash, () => address)).match(
      (key) => key?.name,
      ({ type }) => type,
    );
  };
  return {
    find,
    list,
    told,
    found,
    finder,
    create: (name: string) => there.set(keyOf(name).secretHash, keyOf(name)),
    revoke: (name: string) => there.delete(keyOf(name).secretHash),
    fail: (times: number, address?: string) =>
      Promise.all(Array.from({ length: times }, (_, index) => found(`guess ${index}`, address))),
  };
}

it('has a key that was just seen at once', async () => {
  const { find, list, finder, found } = opened('ci');
  expect(finder.seen(keyOf('ci').secretHash)).toBeUndefined();
  await found('ci');
  expect(finder.seen(keyOf('ci').secretHash)).toEqual(keyOf('ci'));
  expect(find).toHaveBeenCalledTimes(1);
  expect(list).not.toHaveBeenCalled();
});

it('of a thousand guesses from one address at once, the store sees twenty and one list', async () => {
  const { find, list, told, fail } = opened('ci');
  const answers = await fail(1_000);
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(MAX_FAILURES);
  expect(answers.filter((answer) => answer === 'TooManyAttempts')).toHaveLength(
    1_000 - MAX_FAILURES,
  );
  expect(find).toHaveBeenCalledTimes(MAX_FAILURES);
  expect(list).toHaveBeenCalledTimes(1);
  expect(told).toEqual(['here']);
});

it('a valid key from an address at its limit goes on working, seen before or not', async () => {
  const { found, fail, find } = opened('seen', 'new');
  await found('seen');
  await fail(100);
  expect([await found('seen'), await found('new')]).toEqual(['seen', 'new']);
  pass(KEPT_MS + 1);
  expect([await found('seen'), await found('new')]).toEqual(['seen', 'new']);
  expect(find).toHaveBeenCalledTimes(1 + MAX_FAILURES);
});

it('another address is none of it', async () => {
  const { found, fail } = opened();
  await fail(100);
  expect(await found('guess', 'there')).toBeUndefined();
  expect(await found('guess')).toBe('TooManyAttempts');
  pass(WITHIN_MS + 1);
  expect(await found('guess')).toBeUndefined();
});

it('a valid key costs its address nothing, however often it is looked for', async () => {
  const { found, list } = opened('ci');
  for (let round = 0; round < 100; round += 1) {
    expect(await found('ci')).toBe('ci');
    pass(KEPT_MS + 1);
  }
  expect(list).not.toHaveBeenCalled();
});

it('many who come with one valid key at once all get through', async () => {
  const { found, told } = opened('ci');
  const all = await Promise.all(Array.from({ length: 100 }, () => found('ci')));
  expect(new Set(all)).toEqual(new Set(['ci']));
  expect(told).toEqual([]);
  expect(await found('guess')).toBeUndefined();
});

it('a key that is revoked, or made, while its address is at its limit counts a second later', async () => {
  const { found, fail, revoke, create } = opened('old');
  await fail(100);
  expect(await found('old')).toBe('old');
  revoke('old');
  create('young');
  pass(LISTED_EVERY_MS - 1);
  expect([await found('old'), await found('young')]).toEqual(['old', 'TooManyAttempts']);
  pass(1);
  expect([await found('old'), await found('young')]).toEqual(['TooManyAttempts', 'young']);
});

it('the second of the list begins when it is asked for', async () => {
  const { found, fail, revoke, list } = opened('old');
  await fail(MAX_FAILURES);
  list.mockImplementationOnce(() => {
    const all = okAsync([keyOf('old')]);
    revoke('old');
    pass(LISTED_EVERY_MS - 1);
    return all;
  });
  expect(await found('old')).toBe('old');
  pass(1);
  expect(await found('old')).toBe('TooManyAttempts');
});

it('a store that is down is no failed attempt, and refuses nobody', async () => {
  const { found, fail, find, list } = opened('ci');
  find.mockReturnValue(errAsync(DOWN));
  expect(new Set(await fail(MAX_FAILURES))).toEqual(new Set(['StoreUnavailable']));
  find.mockReturnValue(okAsync(undefined));
  expect(new Set(await fail(MAX_FAILURES))).toEqual(new Set([undefined]));

  list.mockReturnValueOnce(errAsync(DOWN));
  expect([await found('ci'), await found('ci')]).toEqual(['StoreUnavailable', 'ci']);
});
