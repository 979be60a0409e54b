import type { Store } from '@forewarn/store';
import { sqlStore } from '@forewarn/store-sql';
import { plainReads, type PlainSession } from './plain-reads.example.ts';
import { plainSearch } from './plain-search.example.ts';

/** A store on another SQL database: its own parts, and those that all SQL stores share. */
export function createStore(session: PlainSession, close: () => Promise<void>): Store {
  return sqlStore({ ...session, ...plainReads(session) }, { ...plainSearch(session), close });
}
