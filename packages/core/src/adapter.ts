/**
 * What Forewarn's own stores, HTTP and command share: limits, checks of input, listings, impacts and their words.
 *
 * @module @forewarn/core/adapter
 * @experimental It can change in any release.
 */
export * from './model/gone-words.ts';
export * from './model/words.ts';
export * from './model/forecast-words.ts';
export * from './ports/event-arrivals.ts';
export * from './ports/fair-semaphore.ts';
export * from './ports/keyed-mutex.ts';
export * from './ports/until-aborted.ts';
export * from './rules/changed-strategy.ts';
export * from './rules/consequence-of.ts';
export * from './rules/decides.ts';
export * from './rules/impact-report-of.ts';
export * from './rules/listing.ts';
export * from './rules/outcome-of.ts';
export * from './rules/problems-of.ts';
export * from './rules/problems-of-questions.ts';
export * from './rules/removals-of.ts';
export * from './rules/round-robin.ts';
export * from './rules/time-slices.ts';
