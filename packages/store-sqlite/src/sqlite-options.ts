import type { StatementObserver } from '@forewarn/store-sql';

const DEADLINE_MS = 5_000;

/** What else a SQLite store can be told. */
export interface SqliteOptions {
  /** The longest that a call should take, in milliseconds, imports and exports apart; 5,000 when absent. */
  readonly deadlineMs?: number;
  /** Watches each statement. */
  readonly observer?: StatementObserver | undefined;
}

/** How long a call waits for the write lock, or for the writes before it; the rest is for what it does itself. */
export const waitMs = ({ deadlineMs = DEADLINE_MS }: SqliteOptions): number => deadlineMs * 0.8;
