/**
 * What can be removed, and from when on: features that are done, and strategy definitions.
 *
 * @module @forewarn/cleanup
 */
export * from './cleanup.ts';
export type { CleanupPlace } from './candidate-pages.ts';
export * from './cleanups.ts';
export * from './cleanup-words.ts';
export * from './fingerprint-of-removal.ts';
export * from './plan-cleanup.ts';
export * from './preview-removals.ts';
export * from './verdict-of.ts';
export * from './readiness.ts';
export * from './join-pages.ts';
export { isAllowed, VERDICTS } from './removal-order.ts';
