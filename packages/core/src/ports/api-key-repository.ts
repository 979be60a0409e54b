import type { ResultAsync } from 'neverthrow';
import type { ApiKeyExists, ApiKeyNotFound, StoreUnavailable } from '../errors.ts';
import type { ApiKey } from '../model/api-key.ts';

/** The API keys of a standalone service. Who brings an authorizer of their own has no use for it. */
export interface ApiKeyRepository {
  /**
   * Adds a key. It must answer `ApiKeyExists`, naming the key that is there, and change nothing, when there is one of
   * that name or of that secret hash.
   */
  create(key: ApiKey): ResultAsync<void, ApiKeyExists | StoreUnavailable>;

  /** Answers all keys, in ascending byte order of name. */
  list(): ResultAsync<readonly ApiKey[], StoreUnavailable>;

  /**
   * Removes a key: from its answer on `find` must not answer it. It must answer `ApiKeyNotFound` when there is none of
   * that name.
   */
  revoke(name: string): ResultAsync<void, ApiKeyNotFound | StoreUnavailable>;

  /** Answers the key with exactly this secret hash, or undefined. */
  find(secretHash: string): ResultAsync<ApiKey | undefined, StoreUnavailable>;
}
