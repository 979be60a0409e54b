import type { StatementObserver } from '@forewarn/store-sql';
import type { PgPool, PgPoolConfig } from './pg-pool.ts';

/** How long a call can take, in milliseconds, unless its signal or the settings say otherwise. */
export const DEADLINE_MS = 5_000;

/** How to reach the server. */
export type PostgresAddress =
  | {
      /** `postgres://user:password@host:port/database`. */
      readonly connectionString: string;
    }
  | {
      /**
       * A configuration, for what a URL can't say, such as a TLS object or a password function; or a pool that exists. The
       * store never ends a pool that it was given. Listen to that pool's `error` events: without a listener, a lost
       * connection ends the process.
       */
      readonly pool: PgPoolConfig | PgPool;
    };

/** How to open a store. */
export type PostgresSettings = PostgresAddress & {
  /**
   * Maximum connections, half for reads and half for writes; the `max` of `pool`, or 10, when absent. Checks use one more,
   * and imports, exports and deletes of projects one each.
   */
  readonly maxConnections?: number | undefined;
  /**
   * Deadline of a call that has no signal, in milliseconds, except for imports, exports and deletes of projects; 5,000 when
   * absent.
   */
  readonly deadlineMs?: number | undefined;
  /** Watches each statement, and each wait for a connection, as a statement `connect`. */
  readonly observer?: StatementObserver | undefined;
};
