import type { ApiKey, ApiKeyRepository, StoreUnavailable } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';

/** So often the store is asked. A key that was made meanwhile is not found until then. */
const LISTED_EVERY_MS = 1_000;

interface Listed {
  readonly askedAt: number;
  readonly byHash: ResultAsync<ReadonlyMap<string, ApiKey>, StoreUnavailable>;
}

/** Finds keys in a list of all of them, which is asked for once a second, however often a key is looked for. */
export function listedKeys(keys: Pick<ApiKeyRepository, 'list'>): Pick<ApiKeyRepository, 'find'> {
  let listed: Listed | undefined;
  const ask = (): Listed => ({
    // Not when it is answered: an answer that was long on its way tells of keys that were revoked meanwhile.
    askedAt: performance.now(),
    byHash: keys
      .list()
      .map((all) => new Map(all.map((key) => [key.secretHash, key])))
      .orTee(() => {
        listed = undefined;
      }),
  });
  return {
    find: (secretHash) => {
      if (listed === undefined || performance.now() - listed.askedAt >= LISTED_EVERY_MS)
        listed = ask();
      return listed.byHash.map((byHash) => byHash.get(secretHash));
    },
  };
}
