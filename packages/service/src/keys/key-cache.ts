import {
  type CallOptions,
  type StoreUnavailable,
  type TooManyAttempts,
  toResultAsync,
} from '@forewarn/core';
import { FairSemaphore } from '@forewarn/platform';
import { err, ok, type ResultAsync } from 'neverthrow';
import { LRUCache } from 'lru-cache';
import type { KnownKey, KnownKeys } from './known-key.ts';

/** A key that was revoked on another node works for this long at most. */
const TTL_MS = 4_000;
/** Maximum keys in memory: keys and sessions come and go for as long as the process runs. */
export const MAX_KEYS = 10_000;
/** Minimum time between two lists of all keys. */
const LIST_INTERVAL_MS = 1_000;
/** Maximum keys that are looked up at the same time, and as many that wait: unauthenticated clients cause it. */
const MAX_LOOKUPS = 160;

interface Entry {
  readonly key: KnownKey;
  readonly expiresAt: number;
}

interface ListedKeys {
  /** When they were asked for. */
  readonly at: number;
  readonly byHash: ReadonlyMap<string, KnownKey>;
}

/** Finds API keys for clients, in memory where it can. */
export type KeyCache = ReturnType<typeof keyCache>;

/**
 * Makes a cache of the keys that exist. Once an address has reached its limit, its keys are looked up in a list of all
 * keys: valid keys go on working, and guesses cost the store at most one list a second.
 *
 * @param onRefused called once for each address that continues after its limit
 * @param onLookup called for each look into memory
 */
export function keyCache(
  keys: KnownKeys,
  onRefused: (address: string) => void,
  onLookup: (result: 'hit' | 'miss') => void = () => {},
) {
  const entries = new LRUCache<string, Entry>({ max: MAX_KEYS });
  const attempts = failedAttempts(onRefused);
  const lookups = new FairSemaphore(MAX_LOOKUPS, MAX_LOOKUPS);
  // All keys, until they are listed again.
  let listed: ResultAsync<ListedKeys, StoreUnavailable> | undefined;
  let listedAt = -Infinity;

  const get = (secretHash: string): KnownKey | undefined => {
    const entry = entries.get(secretHash);
    return entry !== undefined && performance.now() < entry.expiresAt ? entry.key : undefined;
  };
  // Measured from the request to the store: a slow response may contain a key that was revoked in the meantime.
  const put = (key: KnownKey, requestedAt: number): void => {
    entries.set(key.secretHash, { key, expiresAt: requestedAt + TTL_MS });
  };
  const list = (): ResultAsync<ListedKeys, StoreUnavailable> => {
    const at = performance.now();
    if (listed !== undefined && at - listedAt < LIST_INTERVAL_MS) return listed;
    listedAt = at;
    listed = toResultAsync(keys.list()).map((all) => {
      const byHash = new Map(all.map((key) => [key.secretHash, key]));
      // All before one of them is put again, which changes their order.
      const inMemory = [...entries.keys()];
      for (const secretHash of inMemory) {
        const key = byHash.get(secretHash);
        if (key === undefined) entries.delete(secretHash);
        else put(key, at);
      }
      return { at, byHash };
    });
    return listed.orTee(() => {
      listed = undefined;
    });
  };

  return {
    /** The key with this secret hash if it is in memory: synchronous, for the hot path. */
    cached: (secretHash: string): KnownKey | undefined => {
      const key = get(secretHash);
      onLookup(key === undefined ? 'miss' : 'hit');
      return key;
    },
    /**
     * Asks the store for the key with this secret hash. Returns undefined if there is none, and `TooManyAttempts` instead
     * if the address has reached its limit of invalid keys.
     */
    find: (
      secretHash: string,
      addressOf: () => string,
      options?: CallOptions,
    ): ResultAsync<KnownKey | undefined, StoreUnavailable | TooManyAttempts> => {
      const address = addressOf();
      const takeBack = attempts.begin(address);
      if (takeBack === undefined) {
        // Not in memory, where the keys of a slow list have expired.
        return list().andThen(({ at, byHash }) => {
          const key = byHash.get(secretHash);
          if (key === undefined) return err(attempts.refuse(address));
          put(key, at);
          return ok(key);
        });
      }
      const now = performance.now();
      return lookups
        .admit(options?.signal, () => keys.find(secretHash, options))
        .andTee((key) => {
          if (key === undefined) return;
          takeBack();
          put(key, now);
        })
        .orTee(takeBack);
    },
  };
}

/** Maximum invalid keys from one address per window. */
export const MAX_FAILURES = 20;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/**
 * Counts the invalid keys from each address.
 *
 * @param onRefused called once per address and window when an attempt is refused
 */
export function failedAttempts(onRefused: (address: string) => void) {
  const windows = new LRUCache<string, { failures: number; isReported: boolean }>({
    max: MAX_ADDRESSES,
    ttl: WINDOW_MS,
    memoMethod: () => ({ failures: 0, isReported: false }),
  });
  return {
    /**
     * Counts an attempt as failed before its result is known, so that concurrent attempts can't exceed the limit.
     * Returns a function that takes it back, or undefined if the limit is reached.
     */
    begin: (address: string): (() => void) | undefined => {
      const window = windows.memo(address);
      if (window.failures >= MAX_FAILURES) return undefined;
      window.failures += 1;
      return () => {
        window.failures -= 1;
      };
    },
    /** The error for an address that has reached the limit. */
    refuse: (address: string): TooManyAttempts => {
      const window = windows.memo(address);
      if (!window.isReported) onRefused(address);
      window.isReported = true;
      const seconds = Math.ceil(windows.getRemainingTTL(address) / 1_000);
      return { type: 'TooManyAttempts', retryAfterSeconds: Math.max(1, seconds) };
    },
  };
}
