import type { Store, StoreUnavailable } from '@forewarn/core';
import { okAsync, ResultAsync } from 'neverthrow';
import type { SchemaMismatch } from '@forewarn/store-sqlite';
import type { Settings, StoreLocation } from './settings.ts';

/** Why a store can't be opened. */
export type OpenStoreError = SchemaMismatch | StoreUnavailable;

// Each store is loaded when it is used: its driver takes a good part of the time to start.
const memory = () => load(import('@forewarn/store-memory'));
const sqlite = () => load(import('@forewarn/store-sqlite'));
const postgres = () => load(import('@forewarn/store-postgres'));

const load = <T>(module: Promise<T>): ResultAsync<T, never> => ResultAsync.fromSafePromise(module);

/** Opens the store that the settings name; what it answers in one call takes no longer than the deadline. */
export function openStore(
  location: StoreLocation,
  limits: Partial<Pick<Settings, 'deadlineMs'>> = {},
): ResultAsync<Store, OpenStoreError> {
  switch (location.kind) {
    case 'memory':
      return memory().map(({ createMemoryStore }) => createMemoryStore());
    case 'sqlite':
      return sqlite().andThen(({ openSqliteStore }) => openSqliteStore(location.path));
    case 'postgres':
      return postgres().andThen(({ openPostgresStore }) =>
        openPostgresStore({ ...location, ...limits }),
      );
  }
}

/** Brings the schema of the store up to date; answers the names of the migrations that it ran. */
export function migrateStore(
  location: StoreLocation,
): ResultAsync<readonly string[], OpenStoreError> {
  switch (location.kind) {
    case 'memory':
      return okAsync([]);
    case 'sqlite':
      return sqlite().andThen(({ migrateSqlite }) => migrateSqlite(location.path));
    case 'postgres':
      return postgres().andThen(({ migratePostgres }) => migratePostgres(location));
  }
}
