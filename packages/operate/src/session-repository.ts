import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';

/** A session of a browser as it is stored: only the hashes of its token and of its key's secret are known. */
export interface Session {
  /** SHA-256 of the token in the browser's cookie, as 64 lower-case hexadecimal digits. Unique. */
  readonly tokenHash: string;
  /** The `secretHash` of the key that signed in. The session may do what that key may. */
  readonly secretHash: string;
  /** As `Date.toISOString` writes it. */
  readonly startedAt: string;
  /** As `Date.toISOString` writes it. */
  readonly expiresAt: string;
}

/** Maximum sessions of a key: a key in a loop must not fill the store. */
export const MAX_SESSIONS_OF_KEY = 1_000;

/**
 * The sessions of browsers that signed in with an API key. Revoking a key, or deleting its last project, must remove its
 * sessions in the same step.
 */
export interface SessionRepository {
  /**
   * Adds a session. It must remove the sessions that have expired when it starts, and of its key those that expire first,
   * until at most {@link MAX_SESSIONS_OF_KEY} are left.
   */
  start(session: Session, options?: CallOptions): PortResult<void, StoreUnavailable>;

  /** Returns all sessions, in any order. */
  list(options?: CallOptions): PortResult<readonly Session[], StoreUnavailable>;

  /** Returns the session with exactly this token hash, or undefined. It may have expired. */
  find(tokenHash: string, options?: CallOptions): PortResult<Session | undefined, StoreUnavailable>;

  /** Removes a session, if it is there. Once it has returned, `find` must not return the session. */
  end(tokenHash: string, options?: CallOptions): PortResult<void, StoreUnavailable>;
}

/** What sessions add to a store. */
export interface SessionStore {
  readonly sessions: SessionRepository;
}
