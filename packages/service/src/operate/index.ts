import type { SessionStore } from '@forewarn/operate';
import type { AppContext, ServiceCapability } from '../service-capability.ts';
import { keyedStore } from './keyed-store.ts';
import { sessionRouter } from './session-router.ts';
import { storedKeys } from './stored-keys.ts';

/** API keys in the store and the sessions of browsers, for the list of the service. */
export const operate: ServiceCapability = {
  sql: async () => (await import('@forewarn/operate/sql')).sqlOperate,
  memory: async () => (await import('@forewarn/operate/memory')).memoryOperate,
  settings: {},
  keysOf: (store) => {
    const { apiKeys, sessions } = keyedStore(store);
    return storedKeys(apiKeys, sessions);
  },
  routers: ({ store, ...context }: AppContext) => {
    const { sessions } = (store ?? {}) as Partial<SessionStore>;
    return sessions === undefined ? [] : [sessionRouter({ ...context, sessions })];
  },
};
