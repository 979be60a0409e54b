import type { ApiKey, ApiKeyRepository, StoreUnavailable, TooManyAttempts } from '@forewarn/core';
import { err, ok, type ResultAsync } from 'neverthrow';
import { failedAttempts } from './failed-attempts.ts';
import { listedKeys } from './listed-keys.ts';
import { recentKeys } from './recent-keys.ts';

/** Finds the key of a secret, for a client. */
export interface KeyFinder {
  /** The key with this secret hash, if it is in memory: at once, for what most requests need. */
  seen(secretHash: string): ApiKey | undefined;

  /**
   * Looks for the key with this secret hash beyond memory; answers undefined when there is none. From an address from
   * which too many came that nobody has, it answers `TooManyAttempts` in place of undefined.
   */
  find(
    secretHash: string,
    address: () => string,
  ): ResultAsync<ApiKey | undefined, StoreUnavailable | TooManyAttempts>;
}

/**
 * Finds keys in memory where it can. Once an address has reached the limit, its keys are looked for in a list of all
 * keys: a valid one goes on working, and guesses cost the store no more than that list, once a second.
 *
 * @param tell is told of each address that reached the limit and goes on
 * @param lookedUp is told at each look whether the key was in memory
 */
export function keyFinder(
  keys: Pick<ApiKeyRepository, 'find' | 'list'>,
  tell: (address: string) => void,
  lookedUp: (result: 'hit' | 'miss') => void = () => {},
): KeyFinder {
  const recent = recentKeys(keys);
  const listed = listedKeys(keys);
  const attempts = failedAttempts(tell);
  return {
    seen: (secretHash) => {
      const seen = recent.seen(secretHash);
      lookedUp(seen === undefined ? 'miss' : 'hit');
      return seen;
    },
    find: (secretHash, addressOf) => {
      const address = addressOf();
      const takeBack = attempts.begin(address);
      if (takeBack === undefined) {
        return listed
          .find(secretHash)
          .andThen((key) => (key === undefined ? err(attempts.refuse(address)) : ok(key)));
      }
      return recent
        .find(secretHash)
        .andTee((key) => {
          if (key !== undefined) takeBack();
        })
        .orTee(takeBack);
    },
  };
}
