/**
 * What an operator of Forewarn needs: API keys.
 *
 * @module @forewarn/operate
 */
export * from './api-key-repository.ts';
export * from './api-key-store.ts';
export * from './errors.ts';
