/**
 * What an operator of Forewarn needs: API keys, and the sessions of browsers.
 *
 * @module @forewarn/operate
 */
export * from './api-key-repository.ts';
export * from './errors.ts';
export * from './session-repository.ts';
