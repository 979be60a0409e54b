import { defaultServerConditions } from 'vite';

/**
 * Resolves packages to their sources through an export condition, so that tests need no build. Vite's default condition
 * "module" is left out: Node does not know it, and its files need not run there.
 */
export const SOURCE_CONDITIONS: readonly string[] = [
  '@forewarn/source',
  ...defaultServerConditions.filter((condition) => condition !== 'module'),
];
