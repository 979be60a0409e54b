import type { DatabaseSync } from 'node:sqlite';
import { attempt, type StoreUnavailable } from '@forewarn/core';
import type { FollowerStore } from '@forewarn/core/operator';
import {
  migrateSchema,
  MIGRATION_TABLE,
  type RebuildProgress,
  type SchemaMismatch,
  type SchemaState,
  schemaStateOf,
  sqlStore,
  type TableHome,
  type Tables,
} from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { deadlineOf, retryWhileBusy } from './deadline.ts';
import { longReads } from './long-reads.ts';
import { migrations } from './migrations.ts';
import { openAsItIs, openDatabase, openReader } from './sqlite-database.ts';
import { isBusy, isUnusable } from './sqlite-errors.ts';
import { sqliteEvents } from './sqlite-events.ts';
import { explainOpening, makePrivate, watchFile } from './sqlite-file.ts';
import { sqliteJsonRows } from './sqlite-read-dialect.ts';
import { sqliteSearch } from './sqlite-search.ts';
import { sqliteSession, type SqliteOptions } from './sqlite-session.ts';

const OPENING_WAIT_MS = 10_000;
/** Maximum wait for others to close the file: they may just look at it. */
const ALONE_WAIT_MS = 2_000;
const ALONE = 'pragma locking_mode = exclusive;';

/**
 * Opens the store in a file. Creates the file if it does not exist, readable for its owner only, and migrates an older
 * schema. Other processes of this version on the same machine can use the file at the same time; an older file that another
 * process has open is not migrated.
 *
 * @param path the file; SQLite keeps two more beside it, with `-wal` and `-shm` added to the name
 */
export function openSqliteStore(
  path: string,
  options: SqliteOptions = {},
): ResultAsync<FollowerStore, SchemaMismatch | StoreUnavailable> {
  return migrateSqlite(path).andThen(() => opening(path, () => openMigrated(path, options)));
}

async function openMigrated(
  path: string,
  options: SqliteOptions,
): Promise<Result<FollowerStore, SchemaMismatch>> {
  const file = watchFile(path);
  const session = sqliteSession(path, options, file);
  let reader: DatabaseSync | undefined;
  const close = (): Promise<void> => {
    // The connection that closes last must be able to write, to remove what SQLite keeps beside the file.
    if (reader?.isOpen === true) reader.close();
    return session.close();
  };
  try {
    reader = openReader(path);
    const probe = reader.prepare('select 1 from projection');
    // Only now does this process keep others from migrating the file.
    const schema = await stateOf(path);
    if (schema !== 'current') {
      await close();
      return err({ type: 'SchemaMismatch', schema });
    }
    const store = sqlStore(session, {
      ...sqliteSearch(session, reader, options.observer),
      ...longReads(session),
      deleteProject: session.deleteProject,
      events: sqliteEvents(session),
      close,
    });
    if (reader.prepare('select 1 from deletions').get() !== undefined) session.resumeDeletions();
    const check: FollowerStore['check'] = (callOptions) =>
      attempt(session.isUnavailable, callOptions, () => {
        file.assertInPlace();
        file.assertWritable();
        probe.get();
        return ok();
      });
    return ok({ ...store, check });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Brings the schema and the projection of a file up to date; returns the names of the migrations that it ran. */
export function migrateSqlite(
  path: string,
  progress?: RebuildProgress,
): ResultAsync<readonly string[], SchemaMismatch | StoreUnavailable> {
  const aloneUntil = performance.now() + ALONE_WAIT_MS;
  return opening(path, () => migrateFile(path, aloneUntil, progress));
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
  progress?: RebuildProgress,
): Promise<Result<readonly string[], SchemaMismatch>> {
  makePrivate(path);
  const schema = await stateOf(path);
  if (schema === 'current') {
    await tryToWrite(path);
    return ok([]);
  }
  if (schema !== 'older') return err({ type: 'SchemaMismatch', schema });
  const db = openAlone(path, aloneUntil);
  if (db === undefined) return err({ type: 'SchemaMismatch', schema: 'in-use' });
  try {
    const options = { jsonRows: sqliteJsonRows, ...(progress === undefined ? {} : { progress }) };
    return await migrateSchema(db, migrations, HOME, options);
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

const HOME: TableHome = { isShared: false, migrationTable: MIGRATION_TABLE };

/** Reads the schema's state without writing: another application's file must not change. */
async function stateOf(path: string): Promise<SchemaState> {
  const db = openAsItIs(path);
  try {
    return await schemaStateOf(db, migrations, HOME);
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
