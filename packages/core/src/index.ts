/**
 * Which scheduled change requests would break? The rule, the search and the delete, and the ports they need.
 *
 * @module @forewarn/core
 */
export * from './authorizer.ts';
export * from './built-in-strategy-definitions.ts';
export * from './call-options.ts';
export * from './change.ts';
export * from './checks.ts';
export * from './delete-strategy.ts';
export * from './errors.ts';
export * from './fair-semaphore.ts';
export * from './keyed-mutex.ts';
export * from './known-actions.ts';
export * from './matches-any.ts';
export * from './name.ts';
export * from './permission.ts';
export * from './platform.ts';
export * from './port-result.ts';
export * from './project.ts';
export * from './round-robin.ts';
export * from './scheduled-change-request.ts';
export * from './search-reader.ts';
export * from './search-scheduled-change-requests.ts';
export * from './strategy-definition.ts';
export * from './strategy-deletion.ts';
export * from './target.ts';
export * from './time-slices.ts';
export * from './touch.ts';
export * from './touches-of.ts';
export * from './until-aborted.ts';
export * from './use-case.ts';
