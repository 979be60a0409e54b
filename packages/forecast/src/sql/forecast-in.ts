import { type ChangeRequestKey, isName } from '@forewarn/core';
import { compareListingPlaces, NAME_KINDS, UNSCHEDULED } from '@forewarn/record';
import {
  allCoveragesIn,
  ANY_FEATURE,
  coveragesOf,
  findNames,
  integer,
  type ReadDialect,
  type Tables,
  TARGET_KIND_CODES,
} from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import {
  type ForecastFindings,
  type ForecastQuery,
  type GapsQuery,
  MAX_FORECAST_BYTES,
} from '../forecast-reader.ts';
import type { Gone } from '../forecast.ts';
import { ReadSchedule } from '../read-schedule.ts';
import { victimsOf } from '../victims-of.ts';
import { goneIn } from './gone-in.ts';
import { allOf, lackingIn } from './lacking-in.ts';
import { namedIn } from './named-places.ts';
import { HAS_OWN_EFFECT, HAS_INFLUENCE, INFLUENCED_KIND_CODES } from './influence-codes.ts';
import {
  type Asked,
  isPlannedIn,
  isRegistered,
  type Looked,
  placesWhere,
} from './planned-places.ts';
import { sqlSchedule } from './sql-schedule.ts';

/** Maximum change requests that a page looks at. */
const MAX_LOOKED_AT = 10_000;
/** The same where their causes have to be read to know whether there are any. */
const MAX_READ = 1_000;

/** Returns what a forecast needs. The database must see one moment. */
export async function forecastIn(
  db: Kysely<Tables>,
  query: ForecastQuery,
  dialect: ReadDialect,
  signal?: AbortSignal,
): Promise<ForecastFindings> {
  const projects = await dialect.projectsIn(db, query.projectIds);
  const { coverages, count } = await allCoveragesIn(db);
  const projectIds = projects.map(({ id }) => id);
  const isAnywhere = projectIds.length === count;
  const gone = await goneIn(db, count, dialect);
  const gaps = await gapsIn(db, query, projectIds, dialect);
  const among = { ...query, projectIds, isAnywhere };
  const { only, now } = query;
  const stored = sqlSchedule(db, dialect, signal);
  const schedule = new ReadSchedule(stored, { now }, { signal });
  const looked = await candidatesIn(db, among, { schedule, gone }, dialect);
  const { places, scheduled } = await schedule.firstWithCauses(looked.places.slice(0, query.limit));
  const next = places.length < looked.places.length ? places.at(-1) : looked.next;
  const [place] = places;
  const found = {
    projects: coveragesOf(projects),
    coverages,
    candidates: places,
    ...(next === undefined ? {} : { next }),
    gone,
    ...gaps,
  };
  const read = async (keys: readonly ChangeRequestKey[]) =>
    (await stored.read(keys, MAX_FORECAST_BYTES)) ?? [];
  if (scheduled === undefined) return { ...found, scheduled: await read(places), isCut: true };
  if (place === undefined) {
    // One that is not going to be applied is listed, too.
    const isAsked = only !== undefined && projectIds.includes(only.projectId);
    return { ...found, scheduled: isAsked ? await read([only]) : [] };
  }
  const victims = query.withVictims === true && (await victimsOf(place, schedule, stored));
  return { ...found, scheduled, ...victims };
}

/**
 * Finds why there may be causes that are not found.
 *
 * @param projectIds those of the query that are registered: a deleted project can still have rows
 */
export async function gapsIn(
  db: Kysely<Tables>,
  { now, environments = [], except = [], ...query }: GapsQuery,
  projectIds: readonly string[],
  dialect: ReadDialect,
): Promise<Pick<ForecastFindings, 'unlistedAt' | 'lacksEnvironment'>> {
  if (projectIds.length === 0) return {};
  const others = except.length === 0 ? sql`` : sql`and c.id not in (${sql.join(except)})`;
  const { rows } = await sql<{ readonly unlistedAt: number | null }>`
    select min(c.scheduled_at) as "unlistedAt" from doubts d cross join change_requests c
    where d.kind = ${FEATURE} and d.feature = ${ANY_FEATURE} and d.scheduled_at >= ${now}
      and ${dialect.isOneOf('d.project_id', projectIds)} and d.scheduled_at < ${sql.lit(UNSCHEDULED)}
      and c.project_id = d.project_id and c.id = d.change_request_id
      and c.status = 'pending' ${others}`.execute(db);
  const unlistedAt = rows[0]?.unlistedAt ?? undefined;
  const names = environments
    .filter(isName)
    .map((value) => ({ kind: NAME_KINDS.environment, value }));
  const found = names.length === 0 ? [] : await findNames(dialect, db, { ...query, names });
  return {
    ...(unlistedAt === undefined ? {} : { unlistedAt: integer(unlistedAt) }),
    ...(found.some(({ state }) => state === 'not-found') ? { lacksEnvironment: true } : {}),
  };
}

async function candidatesIn(
  db: Kysely<Tables>,
  query: Asked,
  { schedule, gone }: { readonly schedule: ReadSchedule; readonly gone: readonly Gone[] },
  dialect: ReadDialect,
): Promise<Looked> {
  const { projectIds, now, only } = query;
  if (projectIds.length === 0) return { places: [] };
  const start = Math.max(now, query.from ?? now, query.after?.scheduledAt ?? now);
  const planned = { ...query, from: start };
  if (only !== undefined) {
    const isOnly = sql`c.project_id = ${only.projectId} and c.id = ${only.id}`;
    const condition = sql`${isOnly} and ${isPlannedIn(planned, dialect)}`;
    return { places: await placesWhere(db, condition, sql`limit 1`) };
  }
  if (query.among !== undefined) return namedIn(db, planned, query.among, dialect);
  const affected = await affectedIn(db, planned, schedule, dialect);
  if (gone.length === 0) return affected;
  return allOf(affected, await lackingIn(db, planned, gone, dialect), planned);
}

/** Finds those that another change request may affect. */
async function affectedIn(
  db: Kysely<Tables>,
  planned: Asked,
  schedule: ReadSchedule,
  dialect: ReadDialect,
): Promise<Looked> {
  if (dialect.joinsProjects) return affectedByIndex(db, planned, dialect);
  const { projectIds } = planned;
  const listing = { ...planned, statuses: ['pending'], limit: MAX_READ, maxBytes: 0 } as const;
  const places = (await dialect.firstPlaces(db, listing, projectIds)).toSorted(
    compareListingPlaces,
  );
  const some = places.slice(0, MAX_READ);
  const next = places.length > MAX_READ ? some.at(-1) : undefined;
  return { places: await schedule.affected(some), next };
}

/** The same, by an index of times. */
async function affectedByIndex(
  db: Kysely<Tables>,
  query: Asked,
  dialect: ReadDialect,
): Promise<Looked> {
  const isPlanned = isPlannedIn(query, dialect);
  const lastOfAll = sql`limit 2 offset ${sql.lit(MAX_LOOKED_AT - 1)}`;
  const [last, afterLast] = await placesWhere(db, isPlanned, lastOfAll);
  const end = afterLast === undefined ? undefined : last;
  const isNear =
    end === undefined
      ? sql``
      : sql`and (c.scheduled_at, c.project_id, c.id) <= (${end.scheduledAt}, ${end.projectId}, ${end.id})`;
  const condition = sql`${isPlanned} ${isNear} and ${isAffected(query.now)}
    and ${isRegistered(dialect)}`;
  return { places: await placesWhere(db, condition, sql`limit ${query.limit + 1}`), next: end };
}

/** Keeps a planner from making a join of `exists`: few rows are looked at. */
const ONE_BY_ONE = sql`limit 1 offset 0`;

const FIRST_KIND = sql.lit(Math.min(...INFLUENCED_KIND_CODES));
const LAST_KIND = sql.lit(Math.max(...INFLUENCED_KIND_CODES));
const FEATURE = sql.lit(TARGET_KIND_CODES.feature);

const IS_SAME_TARGET = sql`t.kind = o.kind and t.value = o.value`;
const IS_OWN = sql`(t.project_id = o.project_id and t.change_request_id = o.change_request_id)`;

/**
 * Whether another change request has an effect on what `c` touches, before `c` or at its time, or `c` has an effect on a
 * feature of which another one removes a dependency. Reads indexes only, on SQLite.
 */
const isAffected = (now: number) => sql`exists (
  select 1 from touches o
  where o.project_id = c.project_id and o.change_request_id = c.id
    and o.kind between ${FIRST_KIND} and ${LAST_KIND}
    and (
      exists (
        select 1 from touches t
        where ${IS_SAME_TARGET} and ${HAS_INFLUENCE.effect} and not ${IS_OWN}
          and t.scheduled_at >= ${now} and t.scheduled_at <= c.scheduled_at
        ${ONE_BY_ONE}
      ) or (
        o.kind = ${FEATURE} and ${HAS_OWN_EFFECT} and exists (
          select 1 from touches t
          where ${IS_SAME_TARGET} and ${HAS_INFLUENCE.dependency} and not ${IS_OWN}
            and t.scheduled_at >= ${now}
          ${ONE_BY_ONE}
        )
      )
    )
  ${ONE_BY_ONE})`;
