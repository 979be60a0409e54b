export { migrateSqlite, openSqliteStore } from './sqlite-store.ts';
export type { SchemaMismatch } from '@forewarn/store-sql';
