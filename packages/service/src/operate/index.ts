import type { ServiceCapability } from '../service-capability.ts';
import { keyedStore } from './keyed-store.ts';
import { storedKeys } from './stored-keys.ts';

/** API keys in the store, for the list of the service. */
export const operate: ServiceCapability = {
  sql: async () => (await import('@forewarn/operate/sql')).sqlOperate,
  memory: async () => (await import('@forewarn/operate/memory')).memoryOperate,
  settings: {},
  keysOf: (store) => storedKeys(keyedStore(store).apiKeys),
};
