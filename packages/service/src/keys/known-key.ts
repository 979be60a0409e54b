import type { CallOptions, Permission, PortResult, StoreUnavailable } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import type { KnownSessions } from './known-session.ts';

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
  /** Returns all keys. */
  list(options?: CallOptions): PortResult<readonly KnownKey[], StoreUnavailable>;

  /** Returns the key with exactly this secret hash, or undefined. */
  find(
    secretHash: string,
    options?: CallOptions,
  ): PortResult<KnownKey | undefined, StoreUnavailable>;
}

/** The API keys of a service of the command. */
export interface ServedKeys {
  readonly known: KnownKeys;
  /** The sessions of browsers that signed in with one. */
  readonly sessions?: KnownSessions;
  /** Makes the keys of the settings, each of which may do everything. */
  readonly prepare: (secrets: readonly string[]) => ResultAsync<unknown, StoreUnavailable>;
  /** Returns what a start without keys in the settings says about keys, once the service listens. */
  readonly firstLines: (isTerminal: boolean) => ResultAsync<readonly string[], StoreUnavailable>;
}
