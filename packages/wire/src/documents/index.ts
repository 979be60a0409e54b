/**
 * Reads documents that hold what Unleash lists, one element at a time.
 *
 * @module @forewarn/wire/documents
 */
export * from './read-elements.ts';
export * from './read-entry.ts';
