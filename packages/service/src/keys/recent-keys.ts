import type { ApiKey, ApiKeyRepository } from '@forewarn/core';
import { LRUCache } from 'lru-cache';
import { okAsync } from 'neverthrow';

/** A key that was revoked elsewhere may work for so long. */
const KEPT_MS = 4_000;
const KEPT_KEYS = 10_000;

/** Finds keys in memory once they have been seen, for a few seconds. What is not there is asked for each time. */
export function recentKeys(keys: Pick<ApiKeyRepository, 'find'>): Pick<ApiKeyRepository, 'find'> {
  const recent = new LRUCache<string, ApiKey>({ max: KEPT_KEYS, ttl: KEPT_MS });
  return {
    find: (secretHash) => {
      const seen = recent.get(secretHash);
      if (seen !== undefined) return okAsync(seen);
      return keys.find(secretHash).map((key) => {
        if (key !== undefined) recent.set(secretHash, key);
        return key;
      });
    },
  };
}
