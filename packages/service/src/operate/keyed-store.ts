import type { ApiKeyStore } from '@forewarn/operate';
import type { OpenedStore } from '../opened-store.ts';

/** A store with API keys. */
export type KeyedStore = OpenedStore & ApiKeyStore;

/** Returns a store with the API keys that it was opened with, as one of the list of capabilities. */
export const keyedStore = (store: OpenedStore): KeyedStore => store as KeyedStore;
