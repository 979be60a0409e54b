export type { PostgresSettings } from './postgres-database.ts';
export { migratePostgres, openPostgresStore } from './postgres-store.ts';
export type { SchemaMismatch } from '@forewarn/store-sql';
