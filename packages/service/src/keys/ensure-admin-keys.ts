import { randomBytes } from 'node:crypto';
import { type StoreUnavailable, toResultAsync } from '@forewarn/core';
import type { ApiKeyRepository } from '@forewarn/operate';
import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import { hashSecret, newSecret } from './api-key-authorizer.ts';

const NAME_BYTES = 6;

/** Creates an admin key for each secret. A key that already has the secret is left unchanged. */
export function ensureAdminKeys(
  keys: Pick<ApiKeyRepository, 'create'>,
  secrets: readonly string[],
): ResultAsync<void, StoreUnavailable> {
  return secrets.reduce(
    (done, secret) => done.andThen(() => createIfAbsent(keys, newName(), secret).map(() => {})),
    okAsync<void, StoreUnavailable>(undefined),
  );
}

/** Creates one admin key if the store has no keys. Returns its secret, which is stored nowhere. */
export function ensureFirstKey(
  keys: Pick<ApiKeyRepository, 'create' | 'list'>,
): ResultAsync<string | undefined, StoreUnavailable> {
  return toResultAsync(keys.list()).andThen((existing) => {
    if (existing.length > 0) return okAsync(undefined);
    const secret = newSecret();
    const isCreated = createIfAbsent(keys, 'admin', secret);
    return isCreated.map((created) => (created ? secret : undefined));
  });
}

// Another node that starts at the same time may create it first.
function createIfAbsent(
  keys: Pick<ApiKeyRepository, 'create'>,
  name: string,
  secret: string,
): ResultAsync<boolean, StoreUnavailable> {
  const key = { name, secretHash: hashSecret(secret), permissions: ['ADMIN'] } as const;
  return toResultAsync(keys.create(key))
    .map(() => true)
    .orElse((error) => (error.type === 'StoreUnavailable' ? errAsync(error) : okAsync(false)));
}

/** Events show the name, so it says nothing about the secret. */
const newName = (): string => `init-${randomBytes(NAME_BYTES).toString('hex')}`;
