import { sqliteJsonRows } from './sqlite-json-rows.ts';
import type { Store, StoreUnavailable } from '@forewarn/core';
import {
  attempt,
  migrateSchema,
  type SchemaMismatch,
  type SchemaState,
  schemaStateOf,
  sqlStore,
  type TableHome,
} from '@forewarn/store-sql';
import { err, ok, type ResultAsync } from 'neverthrow';
import { migrations } from './migrations.ts';
import { openAsItIs, openDatabase, prepareApart } from './sqlite-database.ts';
import { isBusy, isUnusable } from './sqlite-errors.ts';
import type { SqliteOptions } from './sqlite-options.ts';
import { SEARCH, sqliteSearch } from './sqlite-search.ts';
import { sqliteSession } from './sqlite-session.ts';

const MIGRATION_WAIT_MS = 10_000;

/**
 * Opens the store in a file, which is made when it is not there, and brings an older schema up to date. Other
 * processes on the same machine can use the file at the same time.
 *
 * @param path of the file; SQLite keeps two more beside it, of the same name with `-wal` and `-shm`
 */
export function openSqliteStore(
  path: string,
  options: SqliteOptions = {},
): ResultAsync<Store, SchemaMismatch | StoreUnavailable> {
  return migrateSqlite(path).andThen(() =>
    attempt(isUnusable, async () => {
      const session = sqliteSession(path, options);
      try {
        const search = prepareApart(path, SEARCH);
        return ok(
          sqlStore(session, {
            scheduledChangeRequests: sqliteSearch(session, search.statement, options.observer),
            close: () => {
              // Who is the last must be able to write: what SQLite keeps beside the file goes with it.
              search.close();
              return session.close();
            },
          }),
        );
      } catch (error) {
        await session.close();
        throw error;
      }
    }),
  );
}

/** Brings the schema and the projection of a file up to date; answers the names of the migrations that it ran. */
export function migrateSqlite(
  path: string,
): ResultAsync<readonly string[], SchemaMismatch | StoreUnavailable> {
  return attempt(isUnusable, async () => {
    const schema = await stateOf(path);
    if (schema === 'foreign') return err({ type: 'SchemaMismatch', schema });
    const db = openDatabase(path, MIGRATION_WAIT_MS);
    try {
      const migrated = await migrateSchema(db, migrations, HOME, sqliteJsonRows);
      if (migrated.isOk()) await tryToWrite(path);
      return migrated;
    } finally {
      await db.destroy();
    }
  });
}

const HOME: TableHome = { isShared: false };

/** Another application's file must be told before it is opened for good, which changes it. */
async function stateOf(path: string): Promise<SchemaState> {
  const db = openAsItIs(path, MIGRATION_WAIT_MS);
  try {
    return await schemaStateOf(db, migrations, HOME);
  } finally {
    await db.destroy();
  }
}

/** SQLite opens a file that can't be written for reading, and says so at the first write. Whoever writes now, can. */
async function tryToWrite(path: string): Promise<void> {
  const db = openAsItIs(path, 0);
  try {
    await db.transaction().execute(async () => {});
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    await db.destroy();
  }
}
