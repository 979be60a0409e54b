import {
  compareListingPlaces,
  type ListingPage,
  type ListingPlace,
  type ListingQuery,
} from '@forewarn/record';
import { type Kysely, sql } from 'kysely';
import { coveragesOf } from './project-rows.ts';
import type { Tables } from '../schema/tables.ts';
import { touchOf } from '../projection/touch-rows.ts';
import { limitedBodies } from './limited-bodies.ts';
import { isAfter, passes, type ReadDialect } from './read-dialect.ts';

const TOUCH_COLUMNS = { kind: 'smallint', value: 'text' } as const;

/** Returns a page of a listing. The database must see one moment. */
export async function pageIn(
  db: Kysely<Tables>,
  query: ListingQuery,
  dialect: ReadDialect,
  signal?: AbortSignal,
): Promise<ListingPage> {
  const projects = await dialect.projectsIn(db, query.projectIds);
  const ids = projects.map(({ id }) => id);
  const places = (await placesIn(db, query, ids, dialect)).toSorted(compareListingPlaces);
  const lists = new Map([['page', places.slice(0, query.limit)]]);
  const bodies = await limitedBodies(db, lists, query.maxBytes, dialect, signal);
  const changeRequests = bodies.get('page') ?? [];
  return {
    projects: coveragesOf(projects),
    changeRequests,
    hasMore: places.length > changeRequests.length,
  };
}

async function placesIn(
  db: Kysely<Tables>,
  query: ListingQuery,
  projectIds: readonly string[],
  dialect: ReadDialect,
): Promise<readonly ListingPlace[]> {
  if (projectIds.length === 0) return [];
  const { anyOf, limit } = query;
  if (anyOf === undefined) return dialect.firstPlaces(db, query, projectIds);
  // The bounds make one project a range of the index.
  const { rows } = await sql<ListingPlace>`
    select c.scheduled_at as "scheduledAt", c.project_id as "projectId", c.id
    from (
      select distinct t.project_id, t.change_request_id
      from ${dialect.jsonRows(JSON.stringify(anyOf.map(touchOf)), TOUCH_COLUMNS)} cross join touches t
      where t.kind = json_rows.kind and t.value = json_rows.value
        and t.project_id between ${projectIds[0]} and ${projectIds.at(-1)}
        and ${dialect.isOneOf('t.project_id', projectIds)}
    ) t cross join change_requests c
    where c.project_id = t.project_id and c.id = t.change_request_id
      and ${dialect.isOneOf('c.project_id', projectIds)}
      and ${isAfter(query)} and ${passes(query, dialect.isOneOf)}
    order by c.scheduled_at, c.project_id, c.id
    limit ${limit + 1}`.execute(db);
  return rows;
}
