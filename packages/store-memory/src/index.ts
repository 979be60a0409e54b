/**
 * Forewarn's in-memory store: an inverted index by target.
 *
 * @module @forewarn/store-memory
 */
export type { MemorySeed } from './memory-seed.ts';
export { findNames } from './memory-names.ts';
export { coverageOf } from './memory-reads.ts';
export {
  byByteOrder,
  bytesOf,
  type KeptChangeRequest,
  type MemoryState,
  parsed,
  type ProjectState,
  type ReplacedNames,
} from './memory-state.ts';
export { createMemoryStore, type MemoryCapability } from './memory-store.ts';
export { whileOpen } from './while-open.ts';
