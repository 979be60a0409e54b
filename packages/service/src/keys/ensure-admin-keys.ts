import { randomBytes } from 'node:crypto';
import type { StoreUnavailable } from '@forewarn/core';
import type { ApiKey, ApiKeyRepository } from '@forewarn/core/operator';
import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import { hashSecret, newSecret } from './api-key-authorizer.ts';

const FIRST_KEY = 'admin';
const NAME_BYTES = 6;

/** Creates an admin key for each secret. A key that already has the secret is left unchanged. */
export function ensureAdminKeys(
  keys: Pick<ApiKeyRepository, 'create'>,
  secrets: readonly string[],
): ResultAsync<void, StoreUnavailable> {
  return secrets.reduce(
    (done, secret) => done.andThen(() => createIfAbsent(keys, initKey(secret)).map(() => {})),
    okAsync<void, StoreUnavailable>(undefined),
  );
}

/** Creates one admin key if the store has no keys. Returns its secret, which is stored nowhere. */
export function ensureFirstKey(
  keys: Pick<ApiKeyRepository, 'create' | 'list'>,
): ResultAsync<string | undefined, StoreUnavailable> {
  return keys.list().andThen((existing) => {
    if (existing.length > 0) return okAsync(undefined);
    const secret = newSecret();
    const key: ApiKey = {
      name: FIRST_KEY,
      secretHash: hashSecret(secret),
      permissions: ['ADMIN'],
    };
    return createIfAbsent(keys, key).map((isCreated) => (isCreated ? secret : undefined));
  });
}

// Another node that starts at the same time may create it first.
function createIfAbsent(
  keys: Pick<ApiKeyRepository, 'create'>,
  key: ApiKey,
): ResultAsync<boolean, StoreUnavailable> {
  return keys
    .create(key)
    .map(() => true)
    .orElse((error) => (error.type === 'StoreUnavailable' ? errAsync(error) : okAsync(false)));
}

function initKey(secret: string): ApiKey {
  // Events show the name, so it must say nothing about the secret.
  const name = `init-${randomBytes(NAME_BYTES).toString('hex')}`;
  return { name, secretHash: hashSecret(secret), permissions: ['ADMIN'] };
}
