/**
 * Forewarn's in-memory store: an inverted index by target.
 *
 * @module @forewarn/store-memory
 */
export type { MemorySeed } from './memory-seed.ts';
export { createMemoryStore } from './memory-store.ts';
