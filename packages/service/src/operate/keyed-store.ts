import type { ApiKeyStore, SessionStore } from '@forewarn/operate';
import type { OpenedStore } from '../opened-store.ts';

export type KeyedStore = OpenedStore & ApiKeyStore & SessionStore;

/** Returns a store with what it was opened with, as one of the list of capabilities. */
export const keyedStore = (store: OpenedStore): KeyedStore => store as KeyedStore;
