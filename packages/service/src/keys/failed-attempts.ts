import type { TooManyAttempts } from '@forewarn/core';
import { LRUCache } from 'lru-cache';

/** So many keys that nobody has may come from one address within the time. */
export const MAX_FAILURES = 20;
const WITHIN_MS = 60_000;
const KEPT_ADDRESSES = 10_000;

/** Counts, for each address, the keys that came from it and that nobody has. */
export interface FailedAttempts {
  /**
   * Counts an attempt as failed before its outcome is known: of many at once no more than the limit get through.
   * Answers how to take that back; undefined when the limit is reached.
   */
  readonly begin: (address: string) => (() => void) | undefined;
  /** What a client is told whose address has reached the limit. */
  readonly refuse: (address: string) => TooManyAttempts;
}

interface Window {
  failures: number;
  isTold: boolean;
}

/** @param tell is told once of each address that is refused, until it is allowed again */
export function failedAttempts(tell: (address: string) => void): FailedAttempts {
  const windows = new LRUCache<string, Window>({
    max: KEPT_ADDRESSES,
    ttl: WITHIN_MS,
    memoMethod: () => ({ failures: 0, isTold: false }),
  });
  return {
    begin: (address) => {
      const window = windows.memo(address);
      if (window.failures >= MAX_FAILURES) return undefined;
      window.failures += 1;
      return () => {
        window.failures -= 1;
      };
    },
    refuse: (address) => {
      const window = windows.memo(address);
      if (!window.isTold) tell(address);
      window.isTold = true;
      const seconds = Math.ceil(windows.getRemainingTTL(address) / 1_000);
      return { type: 'TooManyAttempts', retryAfterSeconds: Math.max(1, seconds) };
    },
  };
}
