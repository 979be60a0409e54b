import type { Store } from '@forewarn/store';
import { type SqlSession, sqlStore } from '@forewarn/store-sql';
import { plainReads } from './plain-reads.example.ts';
import { plainSearch } from './plain-search.example.ts';

/** A store on another SQL database: its own parts, and those that all SQL stores share. */
export function createStore(session: SqlSession, close: () => Promise<void>): Store {
  return sqlStore(session, { ...plainSearch(session), ...plainReads(session), close });
}
