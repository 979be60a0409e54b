/**
 * The JSON shapes of Forewarn's admin API and of Unleash's, and how to read them.
 *
 * @module @forewarn/wire
 */
export * from './change-request-schema.ts';
export * from './duration.ts';
export * from './error-schema.ts';
export * from './event-schema.ts';
export * from './impact-body.ts';
export * from './impact-schema.ts';
export * from './impact-targets.ts';
export * from './json-limits.ts';
export * from './limited-array.ts';
export * from './me-schema.ts';
export * from './null-as-absent.ts';
export * from './parse-with.ts';
export * from './path-schemas.ts';
export * from './project-schema.ts';
export * from './read-unleash.ts';
export * from './search-targets.ts';
export * from './strategy-schema.ts';
export { type TargetBody, targetOf } from './target-body.ts';
