/**
 * Forewarn's Postgres store: Kysely over pg.
 *
 * @module @forewarn/store-postgres
 */
export type { CannotDistribute, DistributeObstacle } from './citus/distribute.ts';
export type { Connections } from './session/connection-pool.ts';
export type { PgPool, PgPoolConfig } from './session/pg-pool.ts';
export type { PostgresAddress, PostgresSettings } from './session/postgres-settings.ts';
export {
  distributePostgres,
  migratePostgres,
  openPostgresStore,
  type PostgresStore,
} from './postgres-store.ts';
export type { SchemaMismatch, StatementObserver } from '@forewarn/store-sql';
