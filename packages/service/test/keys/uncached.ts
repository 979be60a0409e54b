import type { ApiKeyRepository } from '@forewarn/core/operator';
import type { KeyCache } from '../../src/keys/key-cache.ts';

/** A cache that is always empty. */
export const uncached = (keys: Pick<ApiKeyRepository, 'find'>): KeyCache => ({
  cached: () => undefined,
  find: (secretHash) => keys.find(secretHash),
});
