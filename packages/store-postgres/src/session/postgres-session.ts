import type { CallOptions, ReadOptions, StoreUnavailable } from '@forewarn/core';
import type { KyselyTransaction, SqlSession, Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import type { Result, ResultAsync } from 'neverthrow';
import type { Connections } from './connection-pool.ts';
import type { typesOfResults } from './postgres-connection.ts';

/** A client of any `pg`, such as a connection of its pool. */
export interface PgClient {
  query(query: {
    readonly text: string;
    readonly values: unknown[];
    readonly types: typeof typesOfResults;
  }): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
}

/** A transaction that has begun: Kysely's own, or the client on which it runs. */
export type PostgresTransaction = KyselyTransaction | PgClient;

export interface PostgresSession extends Omit<SqlSession, 'reads' | 'readLong'> {
  /** Runs a call until its signal, or that of the store's deadline, fires. */
  call<T, E>(
    options: CallOptions | undefined,
    work: (signal: AbortSignal) => Promise<Result<T, E>>,
  ): ResultAsync<T, E | StoreUnavailable>;
  /** Runs a statement on one of the connections for reads. */
  readOnce<T>(
    signal: AbortSignal,
    work: (db: Kysely<Tables>) => Promise<T>,
    longRead?: LongRead,
  ): Promise<T>;
  /** Runs a transaction, or a statement that is one by itself, on one of the connections for writes. */
  writeOnce<T>(signal: AbortSignal, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Checks, on a connection of its own, that the server has the schema, shows all rows and accepts writes. */
  readonly check: (options?: CallOptions) => ResultAsync<void, StoreUnavailable>;
  readonly connections: () => Connections;
  /** Returns the same session in a transaction of its host. */
  readonly withTransaction: (host: PostgresTransaction) => PostgresSession;
  readonly close: () => Promise<void>;
}

/** A read that can find very many rows. Few of them run at the same time, and their callers take turns. */
export type LongRead = Pick<ReadOptions, 'caller'>;
