import type { ListingPlace } from '@forewarn/record';
import { integer, isAfter, passes, type ReadDialect, type Tables } from '@forewarn/store-sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ForecastQuery } from '../forecast-reader.ts';

/** A page of forecasts. */
export interface Asked extends ForecastQuery {
  /** Whether the projects are all that are registered. */
  readonly isAnywhere: boolean;
}

/** What a page looks at. */
export interface Looked {
  /** The places of those that another change request may affect, in order: more than the page's, if there are more. */
  readonly places: readonly ListingPlace[];
  /** The last place, unless it is the last of all. */
  readonly next?: ListingPlace | undefined;
}

/** Whether the change request `c` is going to be applied, and passes the filters. */
export function isPlannedIn(query: Asked, { isOneOf }: ReadDialect): RawBuilder<unknown> {
  const { projectIds, isAnywhere } = query;
  const [projectId] = projectIds;
  const isThere = isAnywhere ? sql`true` : isOneOf('c.project_id', projectIds);
  // One project is a range of the index of listings. That of the pending ones, by time, is for several.
  const isPending =
    projectIds.length === 1
      ? sql`c.project_id = ${projectId} and coalesce(c.status, '') = 'pending'`
      : sql`c.status = 'pending' and ${isThere}`;
  const { environments, from, to } = query;
  return sql`${isPending} and ${isAfter(query)} and ${passes({ environments, from, to }, isOneOf)}`;
}

/** Reads the places of the change requests `c` that a condition lets through, in order. */
export async function placesWhere(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
  from = sql`change_requests c`,
  direction = sql`asc`,
): Promise<readonly ListingPlace[]> {
  const { rows } = await sql<ListingPlace>`
    select c.scheduled_at as "scheduledAt", c.project_id as "projectId", c.id
    from ${from}
    where ${condition}
    order by c.scheduled_at ${direction}, c.project_id ${direction}, c.id ${direction}
    ${limit}`.execute(db);
  return rows.map(({ scheduledAt, projectId, id }) => {
    return { scheduledAt: integer(scheduledAt), projectId, id: integer(id) };
  });
}

/** Whether the project of the change request `c` is registered. */
export const isRegistered = (
  { hasOrphans = false }: ReadDialect,
  projectId = sql`c.project_id`,
): RawBuilder<unknown> =>
  hasOrphans
    ? sql`exists (select 1 from projects where id = ${projectId} limit 1 offset 0)`
    : sql`true`;
