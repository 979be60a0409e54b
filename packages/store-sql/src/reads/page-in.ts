import {
  compareListingPlaces,
  type ListingPage,
  type ListingPlace,
  type ListingQuery,
  UNSCHEDULED,
} from '@forewarn/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { coveragesOf } from './coverage-text.ts';
import type { Tables } from '../schema/tables.ts';
import { touchOf } from '../projection/touch-rows.ts';
import { bodiesWithin } from './bodies-within.ts';
import { isWithin, type ReadDialect } from './read-dialect.ts';

/** Before all places. */
export const LISTING_START: ListingPlace = {
  scheduledAt: Number.MIN_SAFE_INTEGER,
  projectId: '',
  id: -1,
};
/** After all times, that of change requests without one included. */
const END = UNSCHEDULED + 1;
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
  const bodies = await bodiesWithin(db, lists, query.maxBytes, dialect, signal);
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
  const { rows } = await sql<ListingPlace>`
    select c.scheduled_at as "scheduledAt", c.project_id as "projectId", c.id
    from (
      select distinct t.project_id, t.change_request_id
      from ${dialect.jsonRows(JSON.stringify(anyOf.map(touchOf)), TOUCH_COLUMNS)} cross join touches t
      where t.kind = json_rows.kind and t.value = json_rows.value
        and ${isWithin(dialect, 't.project_id', projectIds)}
    ) t cross join change_requests c
    where c.project_id = t.project_id and c.id = t.change_request_id
      and ${dialect.isOneOf('c.project_id', projectIds)}
      and ${isAfter(query)} and ${passes(query, dialect)}
    order by c.scheduled_at, c.project_id, c.id
    limit ${limit + 1}`.execute(db);
  return rows;
}

/** Whether the change request `c` comes after the cursor. */
export const isAfter = ({ after = LISTING_START }: ListingQuery): RawBuilder<unknown> => sql`
  (c.scheduled_at, c.project_id, c.id) > (${after.scheduledAt}, ${after.projectId}, ${after.id})`;

/** Whether the change request `c` passes the filters except its targets: `isListed` of `@forewarn/core` in SQL. */
export function passes(
  { environments, statuses, from, to, needAttentionAt }: ListingQuery,
  { isOneOf }: Pick<ReadDialect, 'isOneOf'>,
): RawBuilder<unknown> {
  // Without a time, none is in any interval.
  const end = to ?? (from === undefined ? END : UNSCHEDULED);
  const conditions = [
    sql`c.scheduled_at >= ${from ?? LISTING_START.scheduledAt} and c.scheduled_at < ${end}`,
    ...(environments === undefined ? [] : [isOneOf('c.environment', environments)]),
    ...(statuses === undefined ? [] : [isOneOf('c.status', statuses)]),
    ...(needAttentionAt === undefined
      ? []
      : [sql`(c.has_trouble = 1 or c.scheduled_at < ${needAttentionAt})`]),
  ];
  return sql.join(conditions, sql` and `);
}
