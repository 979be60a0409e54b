/**
 * Forewarn's SQLite store: one durable file through node:sqlite and Kysely.
 *
 * @module @forewarn/store-sqlite
 */
export { migrateSqlite, openSqliteStore } from './sqlite-store.ts';
export type { SqliteOptions } from './sqlite-session.ts';
export type { RebuildProgress, SchemaMismatch, StatementObserver } from '@forewarn/store-sql';
