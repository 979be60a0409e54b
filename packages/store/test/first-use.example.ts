import { boundedStore, type Store } from '@forewarn/store';

/** Refuses writes at once when too many wait. */
export const limited = (store: Store) => boundedStore(store);
