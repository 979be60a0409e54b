import {
  compareListingPlaces,
  isListed,
  listingEntryOf,
  matchesAny,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestReader,
  targetsOf,
} from '@forewarn/core';
import { ok } from 'neverthrow';
import { coveragesOf, type SqlSession } from '@forewarn/store-sql';

/** Lists change requests: reads all of the projects, and applies the rule. */
export function plainListing(session: SqlSession): Pick<ScheduledChangeRequestReader, 'list'> {
  return {
    list: ({ projectIds, after, limit, maxBytes, ...filter }, options) =>
      session.read(async (db) => {
        const projects = await db
          .selectFrom('projects')
          .select(['id', 'coverage'])
          .where('id', 'in', [...projectIds, ''])
          .orderBy('id')
          .execute();
        const rows = await db
          .selectFrom('change_requests')
          .select('body')
          .where('project_id', 'in', [...projectIds, ''])
          .execute();
        const { anyOf } = filter;
        const found = rows
          .map(({ body }) => {
            const changeRequest = JSON.parse(body) as ScheduledChangeRequest;
            return { body, changeRequest, entry: listingEntryOf(changeRequest) };
          })
          .filter(({ entry }) => isListed(entry, filter))
          .filter(({ entry }) => after === undefined || compareListingPlaces(entry, after) > 0)
          .filter(
            ({ changeRequest }) =>
              anyOf === undefined || matchesAny(targetsOf(changeRequest), anyOf),
          )
          .toSorted((a, b) => compareListingPlaces(a.entry, b.entry));
        let left = maxBytes;
        const page = found.slice(0, limit).filter(({ body }, index) => {
          left -= Buffer.byteLength(body);
          return index === 0 || left >= 0;
        });
        return ok({
          projects: coveragesOf(projects),
          changeRequests: page.map(({ changeRequest }) => changeRequest),
          hasMore: page.length < found.length,
        });
      }, options),
  };
}
