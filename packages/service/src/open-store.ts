import type { StoreUnavailable } from '@forewarn/core';
import type { FollowerStore } from '@forewarn/store';
import type {
  CannotDistribute,
  Distributed,
  PostgresStore,
  StatementObserver,
} from '@forewarn/store-postgres';
import { okAsync, ResultAsync } from 'neverthrow';
import type { RebuildProgress, SchemaMismatch } from '@forewarn/store-sqlite';
import type { ServiceSettings } from './service-settings.ts';
import type { StoreLocation } from './settings.ts';

/** Errors of opening a store. */
export type OpenStoreError = SchemaMismatch | StoreUnavailable;

// Each store is imported only when it is used: drivers take much of the start-up time.
const memory = () => load(import('@forewarn/store-memory'));
const sqlite = () => load(import('@forewarn/store-sqlite'));
const postgres = () => load(import('@forewarn/store-postgres'));

const load = <T>(module: Promise<T>): ResultAsync<T, never> => ResultAsync.fromSafePromise(module);

/** A store. One with a connection pool can count its connections. */
export type OpenedStore = FollowerStore & Partial<Pick<PostgresStore, 'connections'>>;

/** Options of opening a store. */
export interface OpenStoreOptions extends Partial<Pick<ServiceSettings, 'deadlineMs'>> {
  readonly observer?: StatementObserver;
}

/** Opens the store of the settings. Calls to it time out after `deadlineMs`. Default: 5 seconds. */
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

/** Migrates the schema of the store. Returns the names of the migrations that it ran. */
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

/** Distributes the tables of a store in Postgres over the workers of a Citus cluster. */
export function distributeStore(
  location: StoreLocation & { readonly kind: 'postgres' },
): ResultAsync<Distributed, OpenStoreError | CannotDistribute> {
  return postgres().andThen(({ distributePostgres }) => distributePostgres(location));
}
