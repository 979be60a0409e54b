import type {
  CallOptions,
  Permission,
  PortResult,
  ProjectNotFound,
  StoreUnavailable,
} from '@forewarn/core';
import type { ApiKeyExists, ApiKeyNotFound } from './errors.ts';

/** An API key as it is stored: only the hash of its secret is known. */
export interface ApiKey {
  /** Unique. Events record it as `createdBy`. */
  readonly name: string;
  /** SHA-256 of the secret, as 64 lower-case hexadecimal digits. Unique. */
  readonly secretHash: string;
  readonly permissions: readonly Permission[];
  /** The ids of the projects that the key is limited to; absent without a limit. */
  readonly projects?: readonly string[];
}

export interface CreateKeyOptions extends CallOptions {
  /** Whether each project that the key is limited to must be registered. */
  readonly needsProjects?: boolean | undefined;
}

/** The API keys of the standalone service. An application with an authorizer of its own doesn't use them. */
export interface ApiKeyRepository {
  /**
   * Adds a key. When a key with that name or that secret hash exists, it must return `ApiKeyExists` with the name of
   * the existing key, and change nothing.
   *
   * With `needsProjects`, it must first return `ProjectNotFound` with the first project of the key that isn't registered, and
   * change nothing. A concurrent delete of one of the projects must remove it from the key, or make this call return that.
   */
  create(
    key: ApiKey,
    options?: CreateKeyOptions,
  ): PortResult<void, ApiKeyExists | ProjectNotFound | StoreUnavailable>;

  /** Returns all keys, in ascending byte order of name. */
  list(options?: CallOptions): PortResult<readonly ApiKey[], StoreUnavailable>;

  /**
   * Removes a key. Once it has returned, `find` must not return the key. It must return `ApiKeyNotFound` when no key
   * has that name.
   */
  revoke(name: string, options?: CallOptions): PortResult<void, ApiKeyNotFound | StoreUnavailable>;

  /** Returns the key with exactly this secret hash, or undefined. */
  find(secretHash: string, options?: CallOptions): PortResult<ApiKey | undefined, StoreUnavailable>;
}

/** What API keys add to a store. */
export interface ApiKeyStore {
  readonly apiKeys: ApiKeyRepository;
}
