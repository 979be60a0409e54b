import type { StatementObserver } from '@forewarn/store-sql';

export const DEADLINE_MS = 5_000;

/** The options of a SQLite store. */
export interface SqliteOptions {
  /**
   * Maximum time in milliseconds for a call without a signal; 5,000 if omitted. Imports and exports wait longer for
   * the write lock.
   */
  readonly deadlineMs?: number;
  /** Watches each statement. */
  readonly observer?: StatementObserver | undefined;
}
