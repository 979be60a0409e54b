/**
 * Forewarn's in-memory store: an inverted index by target.
 *
 * @module @forewarn/store-memory
 */
export { createMemoryStore } from './memory-store.ts';
