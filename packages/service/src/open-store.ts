import type { StoreUnavailable } from '@forewarn/core';
import type { CannotDistribute, Distributed, StatementObserver } from '@forewarn/store-postgres';
import type { RebuildProgress, SchemaMismatch } from '@forewarn/store-sqlite';
import { okAsync, ResultAsync } from 'neverthrow';
import { capabilities as all } from './capabilities.ts';
import type { OpenedStore } from './opened-store.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { StoreLocation } from './settings.ts';

export type OpenStoreError = SchemaMismatch | StoreUnavailable;

// Each store is imported only when it is used: drivers take much of the start-up time.
const memory = () =>
  load(
    import('@forewarn/store-memory'),
    Promise.all(all.flatMap(({ memory: added }) => added?.() ?? [])),
  );
const sqlite = () => load(import('@forewarn/store-sqlite'), sqlCapabilities());
const postgres = () => load(import('@forewarn/store-postgres'), sqlCapabilities());

const sqlCapabilities = () => Promise.all(all.flatMap(({ sql }) => sql?.() ?? []));

const load = <Module extends object, Capabilities>(
  module: Promise<Module>,
  capabilities: Promise<Capabilities>,
): ResultAsync<Module & { readonly capabilities: Capabilities }, never> =>
  ResultAsync.fromSafePromise(
    Promise.all([module, capabilities]).then(([loaded, added]) => ({
      ...loaded,
      capabilities: added,
    })),
  );

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
      return memory().map(({ createMemoryStore, capabilities }) =>
        createMemoryStore({}, capabilities),
      );
    case 'sqlite':
      return sqlite().andThen(({ openSqliteStore, capabilities }) =>
        openSqliteStore(location.path, { capabilities, ...options }),
      );
    case 'postgres':
      return postgres().andThen(({ openPostgresStore, capabilities }) =>
        openPostgresStore({ ...location, capabilities, ...options }),
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
      return sqlite().andThen(({ migrateSqlite, capabilities }) =>
        migrateSqlite(location.path, progress, { capabilities }),
      );
    case 'postgres':
      return postgres().andThen(({ migratePostgres, capabilities }) =>
        migratePostgres({ ...location, capabilities }, progress),
      );
  }
}

/** Distributes the tables of a store in Postgres over the workers of a Citus cluster. */
export function distributeStore(
  location: StoreLocation & { readonly kind: 'postgres' },
): ResultAsync<Distributed, OpenStoreError | CannotDistribute> {
  return postgres().andThen(({ distributePostgres, capabilities }) =>
    distributePostgres({ ...location, capabilities }),
  );
}
