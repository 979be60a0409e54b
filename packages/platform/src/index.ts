/**
 * What Forewarn needs of a JavaScript platform: turns of the event loop, fair queues, hashes.
 *
 * @module @forewarn/platform
 */
export * from './fair-semaphore.ts';
export * from './keyed-mutex.ts';
export * from './platform.ts';
export * from './round-robin.ts';
export * from './time-slices.ts';
export * from './until-aborted.ts';
export * from './waiters.ts';
export * from './with-signals.ts';
