import type { ConnectionOptions } from 'node:tls';
import type { SqlCapability, StatementObserver } from '@forewarn/store-sql';
import type { PgPool, PgPoolConfig } from './pg-pool.ts';

/** How long a call can take, in milliseconds, unless its signal or the settings say otherwise. */
export const DEADLINE_MS = 5_000;

/** How to reach the server. */
export type PostgresAddress =
  | {
      /**
       * `postgres://user:password@host:port/database`, with parameters as libpq reads them, such as `sslmode` and
       * `sslrootcert`. `prepared_statements=false` names no statement, for a pooler that keeps none.
       */
      readonly connectionString: string;
    }
  | {
      /**
       * A configuration, for what a URL can't say, such as a TLS object or a password function; or a pool that exists. The
       * store never ends a pool that it was given, and changes no setting of its sessions. Listen to that pool's `error` events: without a listener, a lost
       * connection ends the process.
       */
      readonly pool: PgPoolConfig | PgPool;
    };

/** An encryption, as the driver takes it. */
export type Encryption = false | ConnectionOptions;

/** How to reach the server, once the URL is read. */
export interface ResolvedAddress {
  readonly pool: PgPoolConfig | PgPool;
  /** What to try if the server does not want the encryption of `pool`. */
  readonly otherEncryption?: Encryption | undefined;
  /** Whether statements with parameters are named. */
  readonly isNamed: boolean;
}

/** Where the tables are. */
export interface TableSettings {
  /**
   * The schema of the tables, which every statement then names, so that stores in several schemas can share a pool.
   * {@link migratePostgres} makes it if it does not exist. Not supported where Citus distributes the tables. Default:
   * where the role's `search_path` leads.
   */
  readonly schema?: string | undefined;
  /** Adds their ports to the store, and their tables to the database. Default: none. */
  readonly capabilities?: readonly SqlCapability[] | undefined;
}

/** How to open a store. */
export type PostgresSettings<
  Capabilities extends readonly SqlCapability[] = readonly SqlCapability[],
> = PostgresAddress & TableSettings & Limits & { readonly capabilities?: Capabilities | undefined };

/** How to open a store, once the URL is read. */
export type ResolvedSettings = ResolvedAddress & TableSettings & Limits;

interface Limits {
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
}
