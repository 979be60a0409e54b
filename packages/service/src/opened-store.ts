import type { StoreWithNames } from '@forewarn/store';
import type { PostgresStore } from '@forewarn/store-postgres';

/** A store. One with a connection pool can count its connections. */
export type OpenedStore = StoreWithNames & Partial<Pick<PostgresStore, 'connections'>>;
