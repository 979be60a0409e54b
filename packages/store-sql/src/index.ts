/**
 * The shared parts of Forewarn's SQL stores: tables, rows and the ports whose SQL is the same in both.
 *
 * @module @forewarn/store-sql
 */
export { compileOnce } from './session/compile-once.ts';
export * from './session/calls-in-host-transaction.ts';
export { among, COLUMNS, type ColumnType, type JsonRows, selectRows } from './session/json-rows.ts';
export { adding } from './schema/adding.ts';
export * from './schema/initial-schema.ts';
export * from './schema/migrate-schema.ts';
export type { SchemaDialect } from './schema/schema-dialect.ts';
export { ANY_FEATURE } from './projection/doubt-rows.ts';
export { type Projection, projectionOf } from './projection/projection.ts';
export { limitedBodies } from './reads/limited-bodies.ts';
export { findNames } from './reads/names-in.ts';
export * from './reads/read-dialect.ts';
export type { RebuildProgress } from './projection/rebuild-projection.ts';
export {
  NONE,
  allCoveragesIn,
  coverageOf,
  coveragesOf,
  searchResult,
  type SearchRow,
} from './reads/project-rows.ts';
export { lockProjects } from './writes/cover-projects.ts';
export { recordEvents, textOf } from './writes/sql-events.ts';
export { deleteProject } from './writes/sql-projects.ts';
export * from './session/integer.ts';
export * from './session/sql-session.ts';
export * from './sql-capability.ts';
export * from './sql-store.ts';
export type { DeleteUnlessLocked } from './writes/sql-definitions.ts';
export * from './session/statement-observer.ts';
export * from './schema/running.ts';
export type { TableLocation } from './schema/table-location.ts';
export * from './schema/tables.ts';
export { TARGET_KIND_CODES, touchOf } from './projection/touch-rows.ts';
export type { ChangeRequestRowKey } from './writes/withdrawals.ts';
