import assert from 'node:assert/strict';
import {
  compareListingPlaces,
  isListed,
  type ListingFilter,
  listingEntryOf,
  type ListingPage,
  type ListingPlace,
  listingPlaceOf,
  type ListingQuery,
  matchesAny,
  type ScheduledChangeRequest,
  targetsOf,
} from '@forewarn/core';
import type { ListingPorts } from './listing-ports.ts';
import { valueOf } from './value-of.ts';

type Listed = Pick<ListingPorts, 'reader'>;

/** Returns the page of a query, which has few limits unless it says otherwise. */
export const pageOf = (
  store: Listed,
  query: Partial<ListingQuery> & Pick<ListingQuery, 'projectIds'>,
): Promise<ListingPage> =>
  valueOf(store.reader.list({ limit: 1_000, maxBytes: 1_000_000_000, ...query }));

/** Reads all pages, and asserts that all but the last are full and say that there are more. */
export async function allPages(
  store: Listed,
  query: Partial<ListingQuery> & Pick<ListingQuery, 'projectIds'>,
  limit: number,
): Promise<readonly ScheduledChangeRequest[]> {
  const all: ScheduledChangeRequest[] = [];
  for (let after: ListingPlace | undefined = query.after; ;) {
    const page: ListingPage = await pageOf(store, { ...query, after, limit });
    for (const each of page.changeRequests) {
      // Otherwise a wrong store could have pages without end.
      const isNext = after === undefined || compareListingPlaces(listingPlaceOf(each), after) > 0;
      assert.ok(isNext, 'each page begins after the one before');
    }
    all.push(...page.changeRequests);
    const last = page.changeRequests.at(-1);
    if (!page.hasMore || last === undefined) {
      assert.equal(page.hasMore, false);
      return all;
    }
    assert.equal(page.changeRequests.length, limit);
    after = listingPlaceOf(last);
  }
}

/** Returns what a listing of all that is scheduled must have, in order. */
const listedByRule = (
  scheduled: readonly ScheduledChangeRequest[],
  projectIds: readonly string[],
  filter: ListingFilter,
): readonly ScheduledChangeRequest[] =>
  scheduled
    .filter(({ project }) => projectIds.includes(project))
    .filter((each) => isListed(listingEntryOf(each), filter))
    .filter((each) => filter.anyOf === undefined || matchesAny(targetsOf(each), filter.anyOf))
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)));

/** Asserts that listings return what the rule lists, in one page and in pages of each of some lengths. */
export async function assertListsByRule(
  store: Listed,
  scheduled: readonly ScheduledChangeRequest[],
  projectIds: readonly string[],
  filters: readonly ListingFilter[],
  limits: readonly number[] = [1_000, 2],
): Promise<void> {
  for (const filter of filters) {
    const expected = listedByRule(scheduled, projectIds, filter);
    for (const limit of limits) {
      const found = await allPages(store, { ...filter, projectIds }, limit);
      assert.deepEqual({ filter, found }, { filter, found: expected });
    }
  }
}
