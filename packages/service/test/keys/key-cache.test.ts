import type { StoreUnavailable } from '@forewarn/core';
import type { ApiKey, ApiKeyRepository } from '@forewarn/operate';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, it, vi } from 'vitest';
import { keyCache, MAX_FAILURES, MAX_KEYS } from '../../src/keys/key-cache.ts';
import { stopClock } from './clock.ts';

const TTL_MS = 4_000;
const LIST_INTERVAL_MS = 1_000;
const FAILURE_WINDOW_MS = 60_000;
const DOWN: StoreUnavailable = { type: 'StoreUnavailable', cause: 'down' };
const pass = stopClock();

const apiKeyNamed = (name: string): ApiKey => ({
  name,
  secretHash: `hash of ${name}`,
  permissions: [],
});

function opened(...names: readonly string[]) {
  const stored = new Map(names.map((name) => [apiKeyNamed(name).secretHash, apiKeyNamed(name)]));
  const find = vi.fn<ApiKeyRepository['find']>((secretHash) => okAsync(stored.get(secretHash)));
  const list = vi.fn<ApiKeyRepository['list']>(() => okAsync([...stored.values()]));
  const refused: string[] = [];
  const cache = keyCache({ find, list }, (address) => refused.push(address));
  const lookUp = async (name: string, address = 'here') => {
    const { secretHash } = apiKeyNamed(name);
    const cached = cache.cached(secretHash);
    if (cached !== undefined) return cached.name;
    return (await cache.find(secretHash, () => address)).match(
      (key) => key?.name,
      ({ type }) => type,
    );
  };
  return {
    find,
    list,
    refused,
    lookUp,
    lookUpAll: async (...wanted: readonly string[]) => {
      const found: (string | undefined)[] = [];
      for (const name of wanted) found.push(await lookUp(name));
      return found;
    },
    create: (name: string) => stored.set(apiKeyNamed(name).secretHash, apiKeyNamed(name)),
    revoke: (name: string) => stored.delete(apiKeyNamed(name).secretHash),
    guess: (times: number) =>
      Promise.all(Array.from({ length: times }, (_, index) => lookUp(`guess ${index}`))),
  };
}

describe('an existing key', () => {
  it('is looked up once, then returned from memory', async () => {
    const { find, list, lookUpAll } = opened('ci', 'ann');
    expect(await lookUpAll('ci', 'ci', 'ci')).toEqual(['ci', 'ci', 'ci']);
    expect(find).toHaveBeenCalledTimes(1);
    expect(await lookUpAll('ann')).toEqual(['ann']);
    expect(find).toHaveBeenCalledTimes(2);
    expect(list).not.toHaveBeenCalled();
  });

  it('stops working within four seconds of its revocation, however often it is used', async () => {
    const { find, lookUp, revoke } = opened('ci');
    await lookUp('ci');
    revoke('ci');
    for (const ms of [TTL_MS / 2, TTL_MS / 2 - 1]) {
      pass(ms);
      expect(await lookUp('ci')).toBe('ci');
    }
    expect(find).toHaveBeenCalledTimes(1);
    pass(1);
    expect(await lookUp('ci')).toBeUndefined();
  });

  it('is kept for four seconds from the request to the store, not from its response', async () => {
    const { find, lookUp, lookUpAll, revoke } = opened('ci');
    const response = okAsync(apiKeyNamed('ci'));
    find.mockImplementationOnce(() => {
      revoke('ci');
      pass(TTL_MS - 1);
      return response;
    });
    expect(await lookUpAll('ci', 'ci')).toEqual(['ci', 'ci']);
    pass(1);
    expect(await lookUp('ci')).toBeUndefined();
  });

  it('works when the list of all keys takes longer than four seconds', async () => {
    const { list, guess, lookUp } = opened('ci');
    await guess(MAX_FAILURES);
    list.mockImplementationOnce(() => {
      pass(TTL_MS + 1);
      return okAsync([apiKeyNamed('ci')]);
    });

    expect(await lookUp('ci')).toBe('ci');
  });

  it('is found only under its own hash, whatever the store returns', async () => {
    const { find, lookUpAll } = opened();
    find.mockReturnValueOnce(okAsync(apiKeyNamed('other')));
    expect(await lookUpAll('guess', 'guess')).toEqual(['other', undefined]);
  });

  it('does not count as a failed attempt, however often or concurrently it is used', async () => {
    const { lookUp, list, refused } = opened('ci');
    for (let round = 0; round < 100; round += 1) {
      expect(await lookUp('ci')).toBe('ci');
      pass(TTL_MS);
    }
    const all = await Promise.all(Array.from({ length: 100 }, () => lookUp('ci')));
    expect(new Set(all)).toEqual(new Set(['ci']));
    expect(await lookUp('guess')).toBeUndefined();
    expect(list).toHaveBeenCalledTimes(1);
    expect(refused).toEqual([]);
  });
});

it('has at most 10,000 keys in memory', async () => {
  const names = Array.from({ length: MAX_KEYS + 1 }, (_, index) => `key ${index}`);
  const { find, lookUpAll } = opened(...names);
  await lookUpAll(...names);
  await lookUpAll('key 1', 'key 0');

  expect(find).toHaveBeenCalledTimes(names.length + 1);
});

describe('an unknown key', () => {
  it('is looked up each time, and found as soon as it is created', async () => {
    const { find, lookUp, lookUpAll, create } = opened();
    expect(await lookUpAll('ci', 'ci')).toEqual([undefined, undefined]);
    expect(find).toHaveBeenCalledTimes(2);
    create('ci');
    expect(await lookUp('ci')).toBe('ci');
  });

  it('costs the store twenty lookups and one list for a thousand guesses from one address', async () => {
    const { find, list, refused, guess } = opened('ci');
    const results = Map.groupBy(await guess(1_000), (result) => result);
    expect(results.get(undefined)).toHaveLength(MAX_FAILURES);
    expect(results.get('TooManyAttempts')).toHaveLength(1_000 - MAX_FAILURES);
    expect(find).toHaveBeenCalledTimes(MAX_FAILURES);
    expect(list).toHaveBeenCalledTimes(1);
    expect(refused).toEqual(['here']);
  });
});

describe('an address at its limit', () => {
  it('can use valid keys, cached or not', async () => {
    const { lookUp, lookUpAll, guess, find } = opened('used', 'unused');
    await lookUp('used');
    await guess(100);
    for (const ms of [TTL_MS, 0]) {
      expect(await lookUpAll('used', 'unused')).toEqual(['used', 'unused']);
      pass(ms);
    }
    expect(find).toHaveBeenCalledTimes(1 + MAX_FAILURES);
  });

  it('does not affect other addresses, and is reset a minute later', async () => {
    const { lookUp, guess } = opened();
    await guess(100);
    expect(await lookUp('guess', 'there')).toBeUndefined();
    expect(await lookUp('guess')).toBe('TooManyAttempts');
    pass(FAILURE_WINDOW_MS + 1);
    expect(await lookUp('guess')).toBeUndefined();
  });

  it('makes no key of others be looked up again', async () => {
    const { lookUp, guess, find, list } = opened('ci');
    await lookUp('ci', 'there');
    await guess(100);
    expect(await lookUp('ci', 'there')).toBe('ci');
    expect(list).toHaveBeenCalledTimes(1);
    expect(find).toHaveBeenCalledTimes(1 + MAX_FAILURES);
  });

  it('can use a new key a second later, and a revoked one for four seconds at most', async () => {
    const { lookUp, lookUpAll, guess, revoke, create } = opened('old');
    await guess(100);
    expect(await lookUp('old')).toBe('old');
    revoke('old');
    create('young');
    pass(LIST_INTERVAL_MS - 1);
    expect(await lookUpAll('old', 'young')).toEqual(['old', 'TooManyAttempts']);
    pass(1);
    expect(await lookUpAll('young', 'old')).toEqual(['young', 'TooManyAttempts']);
  });

  it('lists the keys again a second after the request, not after the response', async () => {
    const { lookUp, lookUpAll, guess, revoke, list } = opened('old');
    await guess(MAX_FAILURES);
    list.mockImplementationOnce(() => {
      const all = okAsync([apiKeyNamed('old')]);
      revoke('old');
      pass(LIST_INTERVAL_MS - 1);
      return all;
    });
    expect(await lookUp('old')).toBe('old');
    pass(1);
    expect(await lookUpAll('guess', 'old')).toEqual(['TooManyAttempts', 'TooManyAttempts']);
  });
});

it('an error of the store is not a failed attempt and is not cached', async () => {
  const { lookUpAll, guess, find, list } = opened('ci');
  find.mockReturnValue(errAsync(DOWN));
  expect(new Set(await guess(MAX_FAILURES))).toEqual(new Set(['StoreUnavailable']));
  find.mockReturnValue(okAsync(undefined));
  expect(new Set(await guess(MAX_FAILURES))).toEqual(new Set([undefined]));

  list.mockReturnValueOnce(errAsync(DOWN));
  expect(await lookUpAll('ci', 'ci')).toEqual(['StoreUnavailable', 'ci']);
});
