/**
 * The shared parts of Forewarn's SQL stores: tables, rows and the ports whose SQL is the same in both.
 *
 * @module @forewarn/store-sql
 */
export { Semaphore, StoreBusy } from '@forewarn/core';
export { atMost } from './at-most.ts';
export { beginSnapshot } from './begin-snapshot.ts';
export { coverageOf } from './coverage-text.ts';
export { doubtsAsked, type DoubtsAsked } from './doubt-rows.ts';
export type { ColumnType, JsonRows } from './json-rows.ts';
export * from './migrate-schema.ts';
export { impactIn } from './reads/impact-in.ts';
export { impactPlan, type ImpactPlan } from './reads/impact-plan.ts';
export * from './reads/page-in.ts';
export * from './reads/read-dialect.ts';
export { slices } from './reads/slices.ts';
export type { RebuildProgress } from './rebuild-projection.ts';
export * from './schema-state.ts';
export * from './search-result.ts';
export { eventOf, eventPage } from './sql-events.ts';
export { deleteProject } from './sql-projects.ts';
export * from './sql-session.ts';
export * from './sql-store.ts';
export type { DeleteUnlessLocked } from './sql-strategies.ts';
export * from './statement-observer.ts';
export { strategyRow } from './strategy-row.ts';
export * from './tables.ts';
export { TARGET_KIND_CODES, touchOf } from './touch-rows.ts';
