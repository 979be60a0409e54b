import type { ChangeRequestKey } from '@forewarn/core';
import type { ListingPlace, TouchedTarget } from '@forewarn/record';
import {
  type ChangeRequestRowKey,
  COLUMNS,
  integer,
  LISTING_START,
  type ReadDialect,
  type Tables,
  touchOf,
} from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import type { ForecastAmong, ForecastQuery } from '../forecast-reader.ts';
import {
  type Asked,
  isPlannedIn,
  isRegistered,
  type Looked,
  placesWhere,
} from './planned-places.ts';

const TOUCHED_COLUMNS = {
  kind: 'smallint',
  value: 'text',
  project_id: 'text',
  from_at: 'bigint',
} as const;

/** What a page of named change requests looks at. */
interface NamedKeys {
  /** Their keys, each once, in any order. */
  readonly keys: readonly ChangeRequestKey[];
  /** The last place, unless it is the last of all. */
  readonly next?: ListingPlace | undefined;
}

/** Finds those that a query names, whether or not another change request may affect them. */
export async function namedIn(
  db: Kysely<Tables>,
  query: Asked,
  among: ForecastAmong,
  dialect: ReadDialect,
): Promise<Looked> {
  const { keys, next } = await namedKeys(db, query, among, dialect);
  if (keys.length === 0) return { places: [], next };
  const projectIds = [...new Set(keys.map(({ projectId }) => projectId))];
  const rows = keys.map(({ projectId, id }) => ({ project_id: projectId, id }));
  const named = dialect.jsonRows(JSON.stringify(rows), COLUMNS.key);
  // It names the projects, so that no machine without them is asked.
  const condition = sql`
    c.project_id = json_rows.project_id and c.id = json_rows.id
    and ${dialect.isOneOf('c.project_id', projectIds)} and ${isPlannedIn(query, dialect)}
    and ${isRegistered(dialect)}`;
  const from = sql`${named} cross join change_requests c`;
  return { places: await placesWhere(db, condition, sql`limit ${query.limit + 1}`, from), next };
}

/** Finds the keys of those that a query names: all of them, or a page by what they touch. */
async function namedKeys(
  db: Kysely<Tables>,
  query: Pick<ForecastQuery, 'from' | 'after' | 'limit' | 'projectIds'>,
  among: ForecastAmong,
  dialect: ReadDialect,
): Promise<NamedKeys> {
  if (!('keys' in among)) return touchingKeys(db, query, among.touching, dialect);
  const asked = new Set(query.projectIds);
  const keys = among.keys.filter(({ projectId }) => asked.has(projectId));
  return { keys: [...new Map(keys.map((key) => [`${key.id} ${key.projectId}`, key])).values()] };
}

/** A page is cut before the change requests are looked at: very many can touch one target. */
async function touchingKeys(
  db: Kysely<Tables>,
  { from = 0, after = LISTING_START, limit, projectIds }: Parameters<typeof namedKeys>[1],
  touching: readonly TouchedTarget[],
  { jsonRows, isOneOf }: ReadDialect,
): Promise<NamedKeys> {
  const targets = touching.map(({ target, projectId, from: since }) => ({
    ...touchOf(target),
    project_id: projectId ?? null,
    from_at: Math.max(since, from, after.scheduledAt),
  }));
  if (targets.length === 0) return { keys: [] };
  // A change request touches one target once.
  const distinct = targets.length === 1 ? sql`` : sql`distinct`;
  const { rows } = await sql<ChangeRequestRowKey & { readonly scheduled_at: number }>`
    select ${distinct} t.scheduled_at, t.project_id, t.change_request_id as id
    from ${jsonRows(JSON.stringify(targets), TOUCHED_COLUMNS)} cross join touches t
    where t.kind = json_rows.kind and t.value = json_rows.value
      and (json_rows.project_id is null or t.project_id = json_rows.project_id)
      and t.scheduled_at >= json_rows.from_at and ${isOneOf('t.project_id', projectIds)}
      and (t.scheduled_at, t.project_id, t.change_request_id)
        > (${after.scheduledAt}, ${after.projectId}, ${after.id})
    order by t.scheduled_at, t.project_id, t.change_request_id
    limit ${limit + 1}`.execute(db);
  const keys = rows
    .slice(0, limit)
    .map(({ scheduled_at: scheduledAt, project_id: projectId, id }) => {
      return { scheduledAt: integer(scheduledAt), projectId, id: integer(id) };
    });
  return { keys, next: rows.length > limit ? keys.at(-1) : undefined };
}
