/**
 * Forewarn's Postgres store: Kysely over pg.
 *
 * @module @forewarn/store-postgres
 */
export type { PostgresSettings } from './postgres-settings.ts';
export {
  type Connections,
  migratePostgres,
  openPostgresStore,
  type PostgresStore,
} from './postgres-store.ts';
export type { SchemaMismatch, StatementObserver } from '@forewarn/store-sql';
