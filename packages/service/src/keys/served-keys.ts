import type { StoreUnavailable } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import type { KnownKeys } from './known-key.ts';
import type { KnownSessions } from './known-session.ts';

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
