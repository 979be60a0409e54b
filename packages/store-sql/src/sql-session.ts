import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import { err, type Result, ResultAsync } from 'neverthrow';
import type { JsonRows } from './json-rows.ts';
import { StoreBusy } from './store-busy.ts';
import type { Tables } from './tables.ts';

/** What the SQL ports need of a database: how it reads, writes and locks. Each SQL store brings one. */
export interface SqlSession {
  /** Runs statements that don't depend on one another. */
  read<T, E>(
    work: (db: Kysely<Tables>) => Promise<Result<T, E>>,
    options?: CallOptions,
  ): ResultAsync<T, E | StoreUnavailable>;

  /**
   * Runs one transaction, again from its start when the database asks for that; an `Err` rolls it back. Of two that
   * lock or change one row, the second sees what the first did.
   */
  write<T, E>(
    work: SqlWork<T, E>,
    options?: ShortWriteOptions,
  ): ResultAsync<T, E | StoreUnavailable>;

  /** The same for a long one, on its own connection, so that it doesn't hold up the others. */
  writeLong<T, E>(work: SqlWork<T, E>, options?: CallOptions): ResultAsync<T, E | StoreUnavailable>;

  /** Begins a transaction that sees one moment, and reads only. */
  snapshot(options?: CallOptions): Promise<SqlSnapshot>;

  /** Makes a query lock the rows it finds, where a write transaction doesn't lock out all others anyway. */
  forUpdate<Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>;

  /** The same, but inserts of rows that refer to them need not wait. */
  forNoKeyUpdate<Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>;

  /** Makes a query keep the rows it finds from being deleted, and nothing else. */
  forKeyShare<Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
  ): SelectQueryBuilder<Tables, Table, Row>;

  /** Gives an id to each event that has none yet, where a write can't give it. */
  readonly numberEvents?: (options?: CallOptions) => ResultAsync<void, StoreUnavailable>;

  /** How the database reads rows out of JSON. */
  readonly jsonRows: JsonRows;

  /** Whether an error means that the database can't be used now; any other is a bug. */
  readonly isUnavailable: (error: unknown) => boolean;
}

/** The options of a write. */
export interface ShortWriteOptions extends CallOptions {
  /**
   * What it changes. Writes of one thing can run one after the other, so that they do not all hold a connection while they
   * wait for the same row.
   */
  readonly turn?: string | undefined;
}

/** What is done in one transaction. */
export type SqlWork<T, E> = (transaction: Transaction<Tables>) => Promise<Result<T, E>>;

/** A transaction that only reads. */
export interface SqlSnapshot {
  readonly db: Kysely<Tables>;
  /** Ends it, and lets go of its connection. */
  end(): Promise<void>;
}

/** Turns the errors that mean an unavailable database into values; bugs go on being thrown. */
export function attempt<T, E>(
  isUnavailable: (error: unknown) => boolean,
  work: () => Promise<Result<T, E>>,
  { signal }: CallOptions = {},
): ResultAsync<T, E | StoreUnavailable> {
  const settle = async (): Promise<Result<T, E | StoreUnavailable>> => {
    if (signal?.aborted === true) return err({ type: 'StoreUnavailable', cause: signal.reason });
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof StoreBusy) && !isUnavailable(cause)) throw cause;
      return err({ type: 'StoreUnavailable', cause });
    }
  };
  return new ResultAsync(settle());
}

class RolledBack extends Error {
  readonly result: Result<never, unknown>;

  constructor(result: Result<never, unknown>) {
    super('rolled back');
    this.result = result;
  }
}

/** Runs work in a transaction that commits when it returns `Ok` and rolls back when it returns `Err` or throws. */
export async function transact<T, E>(
  db: Kysely<Tables>,
  work: SqlWork<T, E>,
): Promise<Result<T, E>> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      if (result.isErr()) throw new RolledBack(err(result.error));
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result<never, E>;
    throw error;
  }
}
