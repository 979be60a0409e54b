import { defaultServerConditions } from 'vite';

/**
 * How tests find packages: by their sources, through the export condition of that name, so that no build is needed before a
 * test. Node itself knows no condition "module", and what is behind it need not run there.
 */
export const SOURCE_CONDITIONS: readonly string[] = [
  '@forewarn/source',
  ...defaultServerConditions.filter((condition) => condition !== 'module'),
];
