import type { StatementObserver } from '@forewarn/store-sql';

const DEADLINE_MS = 5_000;
/** So many connections one store opens unless it is told otherwise. */
export const MAX_CONNECTIONS = 10;

/** How to reach the server. */
export interface PostgresSettings {
  /** `postgres://user:password@host:port/database`. */
  readonly connectionString: string;
  /** The most connections that one store opens; 10 when absent. */
  readonly maxConnections?: number;
  /** The longest that a call should take, in milliseconds, imports and exports apart; 5,000 when absent. */
  readonly deadlineMs?: number;
  /** Watches each statement, and each wait for a connection, which it is told of as the statement `connect`. */
  readonly observer?: StatementObserver | undefined;
}

/** What each part of a call may take of its time, in milliseconds. */
export interface TimeLimits {
  /** To wait for others to be answered. */
  readonly waitMs: number;
  /** To get a connection. */
  readonly connectMs: number;
  /** To answer a statement. */
  readonly statementMs: number;
  /** To use a connection, for one statement or a transaction. */
  readonly useMs: number;
}

/** Shares the time of a call among its parts: waiting, connecting and one statement make up the whole. */
export function timeLimits({ deadlineMs = DEADLINE_MS }: PostgresSettings): TimeLimits {
  return {
    waitMs: deadlineMs * 0.1,
    connectMs: deadlineMs * 0.4,
    statementMs: deadlineMs * 0.5,
    useMs: deadlineMs * 0.7,
  };
}
