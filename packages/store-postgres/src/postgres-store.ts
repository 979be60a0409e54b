import { postgresJsonRows } from './postgres-json-rows.ts';
import type { Store, StoreUnavailable } from '@forewarn/core';
import {
  attempt,
  migrateSchema,
  type RebuildProgress,
  type SchemaMismatch,
  schemaStateOf,
  sqlStore,
} from '@forewarn/store-sql';
import { err, ok, type ResultAsync } from 'neverthrow';
import type pg from 'pg';
import { migrations } from './migrations.ts';
import { homeOf, openDatabase, openPool } from './postgres-database.ts';
import { isMadeMeanwhile, isUnavailable } from './postgres-errors.ts';
import { postgresSearch } from './postgres-search.ts';
import { postgresSession, retry } from './postgres-session.ts';
import { type PostgresSettings, timeLimits } from './postgres-settings.ts';
import { postgresStrategies } from './postgres-strategies.ts';

/** A store in a Postgres database. */
export interface PostgresStore extends Store {
  /** Counts the connections that it has now, those of imports and exports apart. */
  connections(): Connections;
}

/** The connections of a store at one moment. */
export interface Connections {
  /** On which something runs, or that are being opened. */
  readonly used: number;
  /** On which nothing does. */
  readonly idle: number;
  /** The most that there can be. */
  readonly max: number;
  /** How many wait for one. */
  readonly waiting: number;
}

const connectionsOf = ({ totalCount, idleCount, waitingCount, options }: pg.Pool): Connections => ({
  used: totalCount - idleCount,
  idle: idleCount,
  max: options.max,
  waiting: waitingCount,
});

/**
 * Opens the store in a database whose schema {@link migratePostgres} made. Any number of processes can use one
 * database at the same time. It answers `SchemaMismatch` when the schema is another version's.
 */
export function openPostgresStore(
  settings: PostgresSettings,
): ResultAsync<PostgresStore, SchemaMismatch | StoreUnavailable> {
  return attempt(isUnavailable, async () => {
    const pool = openPool(settings);
    const db = openDatabase(settings, 'limited', pool);
    try {
      const schema = await schemaStateOf(db, migrations, await homeOf(db));
      if (schema === 'current') {
        const session = postgresSession(settings, db);
        const limits = { ...timeLimits(settings), observer: settings.observer };
        const store = sqlStore(session, {
          ...postgresSearch(session, db, limits),
          strategies: postgresStrategies(session, db, limits),
          close: () => session.close(),
        });
        return ok({ ...store, connections: () => connectionsOf(pool) });
      }
      await db.destroy();
      return err({ type: 'SchemaMismatch', schema });
    } catch (error) {
      await db.destroy();
      throw error;
    }
  });
}

/** Brings the schema and the projection up to date; answers the names of the migrations that it ran. */
export function migratePostgres(
  settings: PostgresSettings,
  progress?: RebuildProgress,
): ResultAsync<readonly string[], SchemaMismatch | StoreUnavailable> {
  return attempt(isUnavailable, async () => {
    const db = openDatabase(settings, 'unlimited');
    try {
      return await retry(
        async () => migrateSchema(db, migrations, await homeOf(db), postgresJsonRows, progress),
        isMadeMeanwhile,
      );
    } finally {
      await db.destroy();
    }
  });
}
