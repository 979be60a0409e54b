import type { ApiKey, ApiKeyRepository } from '@forewarn/core';
import { LRUCache } from 'lru-cache';

/** A key that was revoked elsewhere may work for so long. */
const KEPT_MS = 4_000;
/** It may be so much longer: to know the time to the millisecond costs more than a look. */
const KEPT_TO_THE_MS = 100;
const KEPT_KEYS = 10_000;

/** Keys that were just seen. */
export interface RecentKeys extends Pick<ApiKeyRepository, 'find'> {
  /** The key of this secret hash, if it was seen within the last seconds: no store is asked. */
  seen(secretHash: string): ApiKey | undefined;
}

/** Finds keys in memory once they have been seen, for a few seconds. What is not there is asked for each time. */
export function recentKeys(keys: Pick<ApiKeyRepository, 'find'>): RecentKeys {
  const recent = new LRUCache<string, ApiKey>({
    max: KEPT_KEYS,
    ttl: KEPT_MS,
    ttlResolution: KEPT_TO_THE_MS,
  });
  return {
    seen: (secretHash) => recent.get(secretHash),
    find: (secretHash) => {
      // Not when it is answered: an answer that was long on its way tells of a key that was revoked meanwhile.
      const start = performance.now();
      return keys.find(secretHash).map((key) => {
        if (key !== undefined) recent.set(secretHash, key, { start });
        return key;
      });
    },
  };
}
