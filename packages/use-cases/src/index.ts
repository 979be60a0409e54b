/**
 * Every use case of Forewarn over one authorizer and one store.
 *
 * @module @forewarn/use-cases
 */
export * from './make-use-cases.ts';
