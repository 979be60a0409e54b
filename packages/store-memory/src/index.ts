/**
 * Forewarn's in-memory store: an inverted index by target.
 *
 * @module @forewarn/store-memory
 */
export type { MemorySeed } from './memory-seed.ts';
export { byByteOrder, type MemoryState } from './memory-state.ts';
export { createMemoryStore, type MemoryCapability } from './memory-store.ts';
export { whileOpen } from './while-open.ts';
