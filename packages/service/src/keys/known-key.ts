import type { CallOptions, Permission, PortResult, StoreUnavailable } from '@forewarn/core';

/** An API key that the service knows: only the hash of its secret. */
export interface KnownKey {
  /** Events record it as `createdBy`. */
  readonly name: string;
  /** SHA-256 of the secret, as 64 lower-case hexadecimal digits. */
  readonly secretHash: string;
  readonly permissions: readonly Permission[];
  /** The ids of the projects that the key is limited to; absent without a limit. */
  readonly projects?: readonly string[];
}

/** The API keys that the service knows. The `apiKeys` of a store are some. */
export interface KnownKeys {
  list(options?: CallOptions): PortResult<readonly KnownKey[], StoreUnavailable>;

  /** Returns the key with exactly this secret hash, or undefined. */
  find(
    secretHash: string,
    options?: CallOptions,
  ): PortResult<KnownKey | undefined, StoreUnavailable>;
}

/** What the authorizer knows about the holder of an API key. */
export type ApiKeyPrincipal = Pick<KnownKey, 'name' | 'permissions' | 'projects'>;
