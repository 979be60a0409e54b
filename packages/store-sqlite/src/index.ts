/**
 * Forewarn's SQLite store: one durable file through node:sqlite and Kysely.
 *
 * @module @forewarn/store-sqlite
 */
export type { SqliteTransaction } from './host-transaction-session.ts';
export { migrateSqlite, openSqliteStore, type SqliteStore } from './sqlite-store.ts';
export type { SqliteOptions } from './sqlite-session.ts';
export type {
  KyselyTransaction,
  RebuildProgress,
  SchemaMismatch,
  SqlCapability,
  StatementObserver,
} from '@forewarn/store-sql';
