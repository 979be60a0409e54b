import type { Store, StoreUnavailable } from '@forewarn/core';
import type { PostgresStore, StatementObserver } from '@forewarn/store-postgres';
import { okAsync, ResultAsync } from 'neverthrow';
import type { RebuildProgress, SchemaMismatch } from '@forewarn/store-sqlite';
import type { Settings, StoreLocation } from './settings.ts';

/** Why a store can't be opened. */
export type OpenStoreError = SchemaMismatch | StoreUnavailable;

// Each store is loaded when it is used: its driver takes a good part of the time to start.
const memory = () => load(import('@forewarn/store-memory'));
const sqlite = () => load(import('@forewarn/store-sqlite'));
const postgres = () => load(import('@forewarn/store-postgres'));

const load = <T>(module: Promise<T>): ResultAsync<T, never> => ResultAsync.fromSafePromise(module);

/** A store; one that has a pool of connections can count them. */
export type OpenedStore = Store & Partial<Pick<PostgresStore, 'connections'>>;

/** How a store is opened. */
export interface OpenStoreOptions extends Partial<Pick<Settings, 'deadlineMs'>> {
  readonly observer?: StatementObserver;
}

/** Opens the store that the settings name; one call to it waits no longer than the deadline, 5 s when there is none. */
export function openStore(
  location: StoreLocation,
  options: OpenStoreOptions = {},
): ResultAsync<OpenedStore, OpenStoreError> {
  switch (location.kind) {
    case 'memory':
      return memory().map(({ createMemoryStore }) => createMemoryStore());
    case 'sqlite':
      return sqlite().andThen(({ openSqliteStore }) => openSqliteStore(location.path, options));
    case 'postgres':
      return postgres().andThen(({ openPostgresStore }) =>
        openPostgresStore({ ...location, ...options }),
      );
  }
}

/** Brings the schema of the store up to date; returns the names of the migrations that it ran. */
export function migrateStore(
  location: StoreLocation,
  progress?: RebuildProgress,
): ResultAsync<readonly string[], OpenStoreError> {
  switch (location.kind) {
    case 'memory':
      return okAsync([]);
    case 'sqlite':
      return sqlite().andThen(({ migrateSqlite }) => migrateSqlite(location.path, progress));
    case 'postgres':
      return postgres().andThen(({ migratePostgres }) => migratePostgres(location, progress));
  }
}
