import type { KeyFinder } from '../../src/keys/key-finder.ts';

/** Finds keys where they are stored, each time. */
export const notInMemory = (keys: Pick<KeyFinder, 'find'>): KeyFinder => ({
  seen: () => undefined,
  find: (secretHash, address) => keys.find(secretHash, address),
});
