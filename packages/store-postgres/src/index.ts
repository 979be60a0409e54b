/**
 * Forewarn's Postgres store: Kysely over pg.
 *
 * @module @forewarn/store-postgres
 */
export type { Connections } from './connection-pool.ts';
export type { PostgresAddress, PostgresSettings } from './postgres-settings.ts';
export { migratePostgres, openPostgresStore, type PostgresStore } from './postgres-store.ts';
export type { SchemaMismatch, StatementObserver } from '@forewarn/store-sql';
