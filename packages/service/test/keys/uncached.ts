import type { KeyCache } from '../../src/keys/key-cache.ts';

/** A cache that is always empty. */
export const uncached = (keys: Pick<KeyCache, 'find'>): KeyCache => ({
  cached: () => undefined,
  find: (secretHash, address) => keys.find(secretHash, address),
});
