import { makeAdmit, toResultAsync } from '@forewarn/core';
import type { ApiKeyRepository } from '@forewarn/operate';
import { cachedKeyAuthorizer } from '../../src/keys/api-key-authorizer.ts';
import type { ClientCredentials } from '../../src/keys/client-credentials.ts';
import type { KeyCache } from '../../src/keys/key-cache.ts';

export const clientWith = (key: string | undefined): ClientCredentials => ({
  key,
  address: () => '192.0.2.1',
});

/** The authorizer over keys, without a cache. */
export const authorizerOf = (keys: Pick<ApiKeyRepository, 'find'>) =>
  cachedKeyAuthorizer({
    cached: () => undefined,
    find: (secretHash) => toResultAsync(keys.find(secretHash)),
  } satisfies KeyCache);

/** The check of a caller before its request is read, over keys. */
export const admitOf = (keys: Pick<ApiKeyRepository, 'find'>) =>
  makeAdmit({ authorizer: authorizerOf(keys) });
