import type { StoreUnavailable } from '@forewarn/core';
import type { ApiKey, ApiKeyRepository } from '@forewarn/core/operator';
import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import { hashSecret, newSecret } from './api-key-secret.ts';

const FIRST_KEY = 'admin';

/** Makes the secrets exist as admin keys. Those that exist already stay as they are. */
export function ensureAdminKeys(
  keys: Pick<ApiKeyRepository, 'create'>,
  secrets: readonly string[],
): ResultAsync<void, StoreUnavailable> {
  return secrets.reduce(
    (done, secret) => done.andThen(() => createUnlessThere(keys, initKey(secret)).map(() => {})),
    okAsync<void, StoreUnavailable>(undefined),
  );
}

/** Makes one admin key when the store has none at all, and answers its secret, which is nowhere else. */
export function ensureFirstKey(
  keys: Pick<ApiKeyRepository, 'create' | 'list'>,
): ResultAsync<string | undefined, StoreUnavailable> {
  return keys.list().andThen((there) => {
    if (there.length > 0) return okAsync(undefined);
    const secret = newSecret();
    const key: ApiKey = {
      name: FIRST_KEY,
      secretHash: hashSecret(secret),
      permissions: ['ADMIN'],
    };
    return createUnlessThere(keys, key).map((isCreated) => (isCreated ? secret : undefined));
  });
}

// Another node that starts at the same moment may be the first.
function createUnlessThere(
  keys: Pick<ApiKeyRepository, 'create'>,
  key: ApiKey,
): ResultAsync<boolean, StoreUnavailable> {
  return keys
    .create(key)
    .map(() => true)
    .orElse((error) => (error.type === 'ApiKeyExists' ? okAsync(false) : errAsync(error)));
}

function initKey(secret: string): ApiKey {
  const secretHash = hashSecret(secret);
  return { name: `init-${secretHash.slice(0, 12)}`, secretHash, permissions: ['ADMIN'] };
}
