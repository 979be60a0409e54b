import type { CallOptions, ReadOptions, SearchedTarget, StoreUnavailable } from '@forewarn/core';
import type { Name, NameKind, ReadChangeRequest, SilentChanges } from '@forewarn/record';
import {
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { err, type Result, type ResultAsync } from 'neverthrow';
import type { TableLocation } from '../schema/table-location.ts';
import type { Tables } from '../schema/tables.ts';
import type { ReadDialect } from '../reads/read-dialect.ts';
import type { JsonRows } from './json-rows.ts';

/** How a database reads, writes and locks. Each SQL store has its own implementation. */
export interface SqlSession {
  /** Runs statements that don't depend on one another. Fails where the server may lack what another one has. */
  read<T, E>(
    work: (db: Kysely<Tables>) => Promise<Result<T, E>>,
    options?: SqlReadOptions,
  ): ResultAsync<T, E | StoreUnavailable>;

  /**
   * Runs a transaction, and retries it from its start when the database asks for that. An `Err` rolls it back. Of two
   * transactions that lock or change one row, the second sees the changes of the first.
   */
  write<T, E>(
    work: SqlWork<T, E>,
    options?: ShortWriteOptions,
  ): ResultAsync<T, E | StoreUnavailable>;

  /** The same for a long one, on its own connection, so that it delays neither the others nor the event loop. */
  writeLong<T, E>(
    work: SqlWork<T, E>,
    options?: LongWriteOptions,
  ): ResultAsync<T, E | StoreUnavailable>;

  /** Runs statements that can read very many rows and see one moment, in turns with others of their kind. */
  readLong<T>(
    work: (db: Kysely<Tables>, signal?: AbortSignal) => Promise<T>,
    options?: ReadOptions,
  ): ResultAsync<T, StoreUnavailable>;

  /** Runs long work that only reads, and sees one moment. */
  snapshot<T>(work: (db: Kysely<Tables>) => Promise<T>, options?: CallOptions): Promise<T>;

  /** Makes a query lock the rows it finds, where a write transaction doesn't lock out all others anyway. */
  lock<Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
    how: Lock,
  ): SelectQueryBuilder<Tables, Table, Row>;

  /** The SHA-256 of a text in UTF-8, in lower-case hexadecimal. */
  sha256(text: Expression<string>): RawBuilder<string>;

  /** Makes that of a text. Present if the database can't: `sha256` is the text itself then. */
  readonly hash?: (text: string) => string;

  /** The database's clock at this moment, in whole milliseconds since 1970. */
  readonly now: RawBuilder<number>;

  /**
   * Lets the commits that have begun end, and none begin before this transaction does. Absent if a commit is seen all at
   * once.
   */
  readonly settleCommits?: (transaction: Transaction<Tables>) => Promise<void>;

  /** Numbers the committed events that have no id yet. Absent if writes number their own events. */
  readonly numberEvents?:
    | ((options?: CallOptions) => ResultAsync<void, StoreUnavailable>)
    | undefined;

  /**
   * Throws `StoreBusy` while change requests of deleted projects with these ids are still to be removed. Present if change
   * requests can have rows without their project: nothing may find them.
   */
  readonly assertRemoved?: (
    transaction: Transaction<Tables>,
    projectIds: readonly string[],
  ) => Promise<void>;

  /** What capabilities do in its transactions. */
  readonly hooks: readonly SqlHooks[];

  /** Whether a transaction that writes locks out all others, so that it can make indexes again. */
  readonly writesAlone?: boolean;

  /** How the database reads rows out of JSON. */
  readonly jsonRows: JsonRows;

  /** How it reads lists of change requests. */
  readonly reads: ReadDialect;

  /** Whether an error means that the database can't be used now; any other is a bug. */
  readonly isUnavailable: (error: unknown) => boolean;
}

/** What a capability does in the transactions of a store. */
export interface SqlHooks {
  /** What it keeps beside the touches. One capability at most has it. */
  readonly influences?: TouchInfluences;
  /** What follows from lists of names. */
  readonly names?: NameFollower;
  /** Its tables by name. Rows of a project that is deleted are deleted. */
  readonly tables?: Readonly<Record<string, TableLocation>>;
  /** Removes what else belongs to a project that is deleted. The transaction has locked the project. */
  readonly removeProject?: (to: Writing<'lock' | 'jsonRows'>, projectId: string) => Promise<void>;
  /** Stores what an import or a list of names changes, since no event says so. */
  readonly keepChanges?: (
    transaction: Transaction<Tables>,
    changes: SilentChanges,
  ) => Promise<void>;
}

/** The influences of change requests on targets, as numbers in the rows of the touches. */
export interface TouchInfluences {
  /** Returns the influences of a change request, by `targetKey`. A target without a number has 0, which is none. */
  readonly of: (read: ReadChangeRequest) => ReadonlyMap<string, number>;
  /** The indexes of the touches that it needs: what they are on, by name. */
  readonly indexes: Readonly<Record<string, string>>;
  /** From when on an influence matters to what touches its target, in milliseconds since 1970. */
  readonly affectedFrom: (target: SearchedTarget, influence: number, scheduledAt: number) => number;
}

/** Follows the lists of names, in the transactions that change them. These have locked the project. */
export interface NameFollower {
  /** Lists were replaced. */
  readonly replaced: (to: Writing, lists: ReplacedLists) => Promise<void>;
  /** Whether it is news that names are new. */
  readonly isNews: (
    db: Kysely<Tables>,
    projectId: string,
    names: readonly Name[],
  ) => Promise<boolean>;
  /** Names are new. */
  readonly added: (to: Writing, projectId: string, names: readonly Name[]) => Promise<void>;
}

/** Lists of names of a project that were replaced. */
export interface ReplacedLists {
  readonly projectId: string;
  /** That of the project, as it is stored. */
  readonly coverage: string | null;
  /** ISO 8601, UTC. */
  readonly asOf: string;
  readonly kinds: readonly NameKind[];
  /** Those of them that have other names than before. */
  readonly changed: readonly NameKind[];
}

/** Passes what changes without an event to the capabilities. */
export async function keepChanges(
  { session, transaction }: Writing<'hooks'>,
  changes: SilentChanges,
): Promise<void> {
  for (const hooks of session.hooks) await hooks.keepChanges?.(transaction, changes);
}

/**
 * How rows are locked: against all others that lock or change them, against the same except for inserts of rows that refer
 * to them, or only against being deleted. `skipLocked` locks as the first, and finds no row that is locked.
 */
export type Lock = 'forUpdate' | 'forNoKeyUpdate' | 'forKeyShare' | 'skipLocked';

export interface SqlReadOptions extends ReadOptions {
  /** Whether a statement reads several projects, and must see one moment. */
  readonly spansProjects?: boolean;
  /** Finds out whether it reads very many rows, or is true if it always may. Absent if it never does. */
  readonly isLong?: true | ((db: Kysely<Tables>) => Promise<boolean>);
}

export interface ShortWriteOptions extends CallOptions {
  /**
   * Names what the write changes. A store can run writes with the same turn one after the other, so that they do not
   * all hold a connection while they wait for the same row.
   */
  readonly turn?: string | undefined;
  /** Finds out whether it reads or writes very much. Absent if it never does. */
  readonly isLong?: (db: Kysely<Tables>) => Promise<boolean>;
}

export interface LongWriteOptions extends CallOptions {
  /** Whether no statement takes long, so that one that does, as for a lost machine or a lock, is best given up. */
  readonly isSteady?: boolean;
}

export type SqlWork<T, E> = (transaction: Transaction<Tables>) => Promise<Result<T, E>>;

/** Where a write happens. */
export interface Writing<Needed extends keyof SqlSession = keyof SqlSession> {
  readonly session: Pick<SqlSession, Needed>;
  readonly transaction: Transaction<Tables>;
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

/** Maximum rows that a short read finds: some milliseconds. */
export const MAX_SHORT_ROWS = 2_500;

/** Whether a query finds more rows than a number. Finds no more of them than it must. */
export async function hasMoreThan(
  max: number,
  db: Kysely<Tables>,
  query: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (${query} limit ${max + 1}) as found`.execute(db);
  return Number(rows[0]?.found) > max;
}
