import { resolve } from 'node:path';
import { attempt, type StoreUnavailable } from '@forewarn/core';
import type { CapabilityPorts, StoreWithNames } from '@forewarn/store';
import {
  migrateSchema,
  type PortsWith,
  portsWith,
  type RebuildProgress,
  type SchemaMismatch,
  schemaMismatchOf,
  type SqlCapability,
  sqlStore,
  tableNamesWith,
  type TableHome,
  type Tables,
} from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { deadlineOf, retryWhileBusy } from './deadline.ts';
import { hostTransactionSession, type SqliteTransaction } from './host-transaction-session.ts';
import { migrationsWith } from './migrations.ts';
import { openAsItIs, openDatabase } from './sqlite-database.ts';
import { isBusy, isUnusable } from './sqlite-errors.ts';
import { explainOpening, makePrivate, watchFile } from './sqlite-file.ts';
import { sqliteRows } from './sqlite-read-dialect.ts';
import { searchAtOnce, sqliteSearch } from './sqlite-search.ts';
import { sqliteSession, type SqliteOptions } from './sqlite-session.ts';

const OPENING_WAIT_MS = 10_000;
/** Maximum wait for others to close the file: they may just look at it. */
const ALONE_WAIT_MS = 2_000;
const ALONE = 'pragma locking_mode = exclusive;';
// 128 MiB: a rebuild fills an index in no order, and would write the same pages again and again.
const CACHE_ALONE = sql`pragma cache_size = -131072`;

/** A store in a SQLite file. */
export interface SqliteStore<
  Capabilities extends readonly SqlCapability[] = readonly [],
> extends StoreWithNames {
  /**
   * Returns the ports for use cases, in a transaction that you began on the store's file:
   *
   *     const { deleteStrategy } = makeUseCases({ store: store.withTransaction(transaction), authorizer });
   *
   * - They join the transaction, on your connection: you commit or roll back. Until then, other writes of the file wait, also
   *   those of this store.
   * - Each call has a savepoint, so an `Err` or an exception leaves the transaction as it was before the call, and usable.
   * - Await a call before your own next statement: a call that fails undoes what ran since it began.
   * - Calls take turns, and hold the event loop. A signal keeps a call from starting, or undoes it.
   * - Begin with `begin immediate`: the first write of another transaction is `StoreUnavailable` while another connection
   *   writes, or once it has written since the transaction read. Run the whole transaction again.
   * - The connection needs `pragma foreign_keys = on`, which is the default of node:sqlite; calls throw otherwise.
   *
   * @param transaction the transaction of any Kysely, or a connection of node:sqlite on which you ran `begin`
   */
  withTransaction(transaction: SqliteTransaction): PortsWith<Capabilities>;
}

/**
 * Opens the store in a file. Creates the file if it does not exist, readable for its owner only, and migrates an older
 * schema. Other processes of this version on the same machine can use the file at the same time; an older file that another
 * process has open is not migrated.
 *
 * @param given the path of the file; SQLite keeps two more beside it, with `-wal` and `-shm` added to the name
 */
export function openSqliteStore<const Capabilities extends readonly SqlCapability[] = readonly []>(
  given: string,
  options: SqliteOptions<Capabilities> = {},
): ResultAsync<
  SqliteStore<Capabilities> & CapabilityPorts<Capabilities>,
  SchemaMismatch | StoreUnavailable
> {
  // The process may go to another folder later.
  const path = resolve(given);
  return migrateSqlite(path, undefined, options).andThen(() =>
    opening(path, () => openMigrated(path, options)),
  );
}

async function openMigrated<Capabilities extends readonly SqlCapability[]>(
  path: string,
  options: SqliteOptions<Capabilities>,
): Promise<Result<SqliteStore<Capabilities> & CapabilityPorts<Capabilities>, SchemaMismatch>> {
  const file = watchFile(path);
  const session = sqliteSession(path, options, file);
  const { reader } = session;
  const close = (): Promise<void> => session.close();
  try {
    const probe = reader.prepare('select 1 from projection');
    file.assertInPlace();
    // Only now does this process keep others from migrating the file.
    const mismatch = await mismatchOf(path, options);
    if (mismatch !== undefined) {
      await close();
      return err(mismatch);
    }
    const own = {
      ...sqliteSearch(session, reader, options.observer),
      deleteProject: session.deleteProject,
      close,
    };
    const store = sqlStore(session, own, options.capabilities);
    if (reader.prepare('select 1 from deletions').get() !== undefined) session.resumeDeletions();
    const check: StoreWithNames['check'] = (callOptions) =>
      attempt(session.isUnavailable, callOptions, () => {
        file.assertInPlace();
        file.assertWritable();
        probe.get();
        return ok();
      });
    const withTransaction: SqliteStore<Capabilities>['withTransaction'] = (transaction) => {
      const hosted = hostTransactionSession(session, path, transaction, options.observer);
      const ownParts = { ...searchAtOnce(hosted), close };
      const { capabilities } = options;
      return portsWith(sqlStore(hosted, ownParts, capabilities), hosted, capabilities);
    };
    return ok({ ...store, check, withTransaction });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Brings the schema and the projection of a file up to date; returns the names of the migrations that it ran. */
export function migrateSqlite(
  path: string,
  progress?: RebuildProgress,
  options: HomeOptions = {},
): ResultAsync<readonly string[], SchemaMismatch | StoreUnavailable> {
  const aloneUntil = performance.now() + ALONE_WAIT_MS;
  return opening(path, () => migrateFile(path, aloneUntil, options, progress));
}

/** Retries work while the file is busy: SQLite itself doesn't wait when another process begins or ends to use a file. */
function opening<T>(
  path: string,
  work: () => Promise<Result<T, SchemaMismatch>>,
): ResultAsync<T, SchemaMismatch | StoreUnavailable> {
  return attempt(isUnusable, {}, async () => {
    try {
      return await retryWhileBusy(work, deadlineOf({}, OPENING_WAIT_MS));
    } catch (error) {
      throw explainOpening(path, error);
    }
  });
}

async function migrateFile(
  path: string,
  aloneUntil: number,
  options: HomeOptions,
  progress?: RebuildProgress,
): Promise<Result<readonly string[], SchemaMismatch>> {
  makePrivate(path);
  const mismatch = await mismatchOf(path, options);
  if (mismatch === undefined) {
    await tryToWrite(path);
    return ok([]);
  }
  if (mismatch.schema !== 'older') return err(mismatch);
  const db = openAlone(path, aloneUntil);
  if (db === undefined) return err({ type: 'SchemaMismatch', schema: 'in-use' });
  try {
    await CACHE_ALONE.execute(db);
    return await migrateSchema(db, migrationsWith(options.capabilities), homeOf(options), {
      jsonRows: sqliteRows,
      hooks: options.capabilities,
      ...(progress === undefined ? {} : { progress }),
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Opens a file that no other connection has open, and keeps others from opening it. Every connection of every version holds
 * a lock from its first read on, even while it is idle. While there is one, throws until a time, and then returns nothing.
 */
function openAlone(path: string, until: number): Kysely<Tables> | undefined {
  try {
    return openDatabase(path, undefined, ALONE);
  } catch (error) {
    // The other one may have migrated the file: look again.
    if (!isBusy(error) || performance.now() < until) throw error;
    return undefined;
  }
}

type HomeOptions = Pick<SqliteOptions, 'sharesFile' | 'capabilities'>;

const homeOf = ({ sharesFile = false, capabilities }: HomeOptions): TableHome => ({
  isShared: sharesFile,
  tableNames: tableNamesWith(capabilities),
});

/** Compares the schema without writing: another application's file must not change. */
async function mismatchOf(path: string, options: HomeOptions): Promise<SchemaMismatch | undefined> {
  const db = openAsItIs(path);
  try {
    return await schemaMismatchOf(db, migrationsWith(options.capabilities), homeOf(options));
  } finally {
    await db.destroy();
  }
}

/** Fails if the file is read-only, which SQLite reports only at the first write. Busy means that another process writes. */
async function tryToWrite(path: string): Promise<void> {
  const db = openAsItIs(path);
  try {
    await db.transaction().execute(async () => {});
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    await db.destroy();
  }
}
