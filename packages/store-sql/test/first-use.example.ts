import type { Store } from '@forewarn/core';
import { type SqlSession, sqlStore } from '@forewarn/store-sql';
import { plainImpact } from './plain-impact.ts';
import { plainListing } from './plain-listing.ts';
import { plainSearch } from './plain-search.example.ts';

/** A store on another SQL database: its own parts, and those that all SQL stores share. */
export function createStore(session: SqlSession, close: () => Promise<void>): Store {
  const own = { ...plainSearch(session), ...plainImpact(session), ...plainListing(session) };
  return sqlStore(session, { ...own, close });
}
