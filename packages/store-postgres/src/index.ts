/**
 * Forewarn's Postgres store: Kysely over pg.
 *
 * @module @forewarn/store-postgres
 */
export type { CannotDistribute, DistributeObstacle, UnsafeSetting } from './citus/distribute.ts';
export type { Connections } from './session/connection-pool.ts';
export type { PgClient, PostgresTransaction } from './session/postgres-session.ts';
export type { PgPool, PgPoolConfig } from './session/pg-pool.ts';
export type {
  PostgresAddress,
  PostgresSettings,
  TableSettings,
} from './session/postgres-settings.ts';
export {
  type Distributed,
  distributePostgres,
  migratePostgres,
  openPostgresStore,
  type PostgresStore,
} from './postgres-store.ts';
export type { KyselyTransaction, SchemaMismatch, StatementObserver } from '@forewarn/store-sql';
