import { sqliteJsonRows } from './sqlite-json-rows.ts';
import type { Store, StoreUnavailable } from '@forewarn/core';
import { attempt, migrateSchema, type SchemaMismatch, sqlStore } from '@forewarn/store-sql';
import { ok, type ResultAsync } from 'neverthrow';
import { migrations } from './migrations.ts';
import { openDatabase, openForReading } from './sqlite-database.ts';
import { isUnavailable } from './sqlite-errors.ts';
import { SEARCH, sqliteSearch } from './sqlite-search.ts';
import { sqliteSession } from './sqlite-session.ts';
import { sqliteStrategies } from './sqlite-strategies.ts';

const MIGRATION_WAIT_MS = 10_000;

/**
 * Opens the store in a file, which is made when it is not there, and brings an older schema up to date. Other
 * processes on the same machine can use the file at the same time.
 *
 * @param path of the file; SQLite keeps two more beside it, of the same name with `-wal` and `-shm`
 */
export function openSqliteStore(
  path: string,
): ResultAsync<Store, SchemaMismatch | StoreUnavailable> {
  return migrateSqlite(path).andThen(() =>
    attempt(isUnavailable, async () => {
      const session = sqliteSession(path);
      const reading = openForReading(path);
      return ok(
        sqlStore(session, {
          scheduledChangeRequests: sqliteSearch(session, reading.prepare(SEARCH)),
          strategies: sqliteStrategies(session),
          close: async () => {
            await session.close();
            if (reading.isOpen) reading.close();
          },
        }),
      );
    }),
  );
}

/** Brings the schema and the projection of a file up to date; answers the names of the migrations that it ran. */
export function migrateSqlite(
  path: string,
): ResultAsync<readonly string[], SchemaMismatch | StoreUnavailable> {
  return attempt(isUnavailable, async () => {
    const db = openDatabase(path, MIGRATION_WAIT_MS);
    try {
      return await migrateSchema(db, migrations, sqliteJsonRows);
    } finally {
      await db.destroy();
    }
  });
}
