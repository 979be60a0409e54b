import type { TooManyAttempts } from '@forewarn/core';
import { LRUCache } from 'lru-cache';

/** Maximum invalid keys from one address per window. */
export const MAX_FAILURES = 20;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/** Counts the invalid keys from each address. */
export interface FailedAttempts {
  /**
   * Counts an attempt as failed before its result is known, so that concurrent attempts can't exceed the limit.
   * Returns a function that takes it back, or undefined if the limit is reached.
   */
  readonly begin: (address: string) => (() => void) | undefined;
  /** The error for an address that has reached the limit. */
  readonly refuse: (address: string) => TooManyAttempts;
}

interface Window {
  failures: number;
  isReported: boolean;
}

/** @param onRefused called once per address and window when an attempt is refused */
export function failedAttempts(onRefused: (address: string) => void): FailedAttempts {
  const windows = new LRUCache<string, Window>({
    max: MAX_ADDRESSES,
    ttl: WINDOW_MS,
    memoMethod: () => ({ failures: 0, isReported: false }),
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
      if (!window.isReported) onRefused(address);
      window.isReported = true;
      const seconds = Math.ceil(windows.getRemainingTTL(address) / 1_000);
      return { type: 'TooManyAttempts', retryAfterSeconds: Math.max(1, seconds) };
    },
  };
}
