import {
  type CallOptions,
  type PortResult,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import { okAsync, type ResultAsync } from 'neverthrow';
import type { KnownKey, KnownKeys } from './known-key.ts';

/** A session of a browser: only the hashes of its token and of its key's secret are known. */
interface KnownSession {
  readonly tokenHash: string;
  readonly secretHash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The sessions that the service knows. The `sessions` of a store are some. */
export interface KnownSessions {
  list(options?: CallOptions): PortResult<readonly KnownSession[], StoreUnavailable>;

  /** Returns the session with exactly this token hash, or undefined. */
  find(
    tokenHash: string,
    options?: CallOptions,
  ): PortResult<KnownSession | undefined, StoreUnavailable>;
}

/** The tokens of sessions as keys: each may do what its key may, until it expires or the key is gone. */
export const sessionKeys = (sessions: KnownSessions, keys: KnownKeys): KnownKeys => ({
  find: (tokenHash, options) =>
    toResultAsync(sessions.find(tokenHash, options)).andThen(
      (session): ResultAsync<KnownKey | undefined, StoreUnavailable> =>
        session === undefined || hasExpired(session)
          ? okAsync(undefined)
          : toResultAsync(keys.find(session.secretHash, options)).map(
              (key) => key && { ...key, secretHash: tokenHash },
            ),
    ),
  list: (options) =>
    toResultAsync(sessions.list(options)).andThen((all) =>
      toResultAsync(keys.list(options)).map((known) => {
        const bySecret = new Map(known.map((key) => [key.secretHash, key]));
        return all.flatMap((session) => {
          const key = hasExpired(session) ? undefined : bySecret.get(session.secretHash);
          return key === undefined ? [] : [{ ...key, secretHash: session.tokenHash }];
        });
      }),
    ),
});

const hasExpired = ({ expiresAt }: KnownSession): boolean => Date.parse(expiresAt) <= Date.now();
