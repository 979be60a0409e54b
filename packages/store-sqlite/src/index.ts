export { migrateSqlite, openSqliteStore, type SqliteOptions } from './sqlite-store.ts';
export type { SchemaMismatch, StatementObserver } from '@forewarn/store-sql';
