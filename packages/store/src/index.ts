/**
 * All ports of one Forewarn store, and a limit on its writes.
 *
 * @module @forewarn/store
 */
export * from './capability-ports.ts';
export * from './bounded-store.ts';
export * from './copies.ts';
export * from './store.ts';
