import { type StoreUnavailable, toResultAsync } from '@forewarn/core';
import type { ApiKey, ApiKeyRepository, SessionRepository } from '@forewarn/operate';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import { newSecret } from '../keys/api-key-authorizer.ts';
import type { ServedKeys } from '../keys/served-keys.ts';
import { adminKey } from '../keys/settings-keys.ts';

/** What the service says while its store has no keys. */
const NO_KEYS =
  'the store has no keys, and serve prints the first one only to a terminal: make a key with "forewarn keys create NAME --admin", or set INIT_ADMIN_API_TOKENS';

/** The keys of a store. Those of the settings are made, unless it has keys with their secrets. */
export const storedKeys = (keys: ApiKeyRepository, sessions?: SessionRepository): ServedKeys => ({
  known: keys,
  ...(sessions && { sessions }),
  prepare: (secrets) =>
    secrets.reduce(
      (done, secret) => done.andThen(() => createIfAbsent(keys, adminKey(secret)).map(() => {})),
      okAsync<void, StoreUnavailable>(undefined),
    ),
  // Only for a terminal, because other output ends up in a log.
  firstLines: (isTerminal) =>
    toResultAsync(keys.list()).andThen((existing) => {
      if (existing.length > 0) return okAsync([]);
      if (!isTerminal) return okAsync([NO_KEYS]);
      const secret = newSecret();
      const line = `made the key "admin", which may do everything: ${secret} (it is not shown again)`;
      return createIfAbsent(keys, adminKey(secret, 'admin')).map((isMade) =>
        isMade ? [line] : [],
      );
    }),
});

// Another node that starts at the same time may create it first.
const createIfAbsent = (
  keys: ApiKeyRepository,
  key: ApiKey,
): ResultAsync<boolean, StoreUnavailable> =>
  toResultAsync(keys.create(key))
    .map(() => true)
    .orElse((error) => (error.type === 'StoreUnavailable' ? errAsync(error) : okAsync(false)));
