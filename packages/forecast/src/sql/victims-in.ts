import type { ScheduledChangeRequest } from '@forewarn/core';
import type { ListingPlace } from '@forewarn/record';
import {
  ASKED_COLUMNS,
  integer,
  limitedBodies,
  type ReadDialect,
  type Tables,
  type TouchesTable,
} from '@forewarn/store-sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type ForecastFindings, MAX_VICTIM_BYTES, MAX_VICTIMS_READ } from '../forecast-reader.ts';
import { HAS_PLAN, PLAN_CODES, PLANNED_KIND_CODES } from './plan-codes.ts';
import { isRegistered } from './planned-places.ts';

/** Whose victims are read. */
interface VictimsOf {
  readonly place: ListingPlace;
  /** What was to be applied before is affected by nothing, in milliseconds since 1970. */
  readonly now: number;
  /** What was read already: among it are causes that are victims, too. */
  readonly scheduled: readonly ScheduledChangeRequest[];
}

/** Reads the change requests that one may affect. The database must see one moment. */
export async function victimsIn(
  db: Kysely<Tables>,
  of: VictimsOf,
  dialect: ReadDialect,
  signal: AbortSignal | undefined,
): Promise<Pick<ForecastFindings, 'victims' | 'hasMoreVictims'>> {
  const known = new Set(of.scheduled.map(({ project, id }) => `${id} ${project}`));
  const places = await placesIn(db, of, MAX_VICTIMS_READ + known.size + 1, dialect);
  const found = places
    .map(({ projectId, id }) => ({ projectId, id: integer(id) }))
    .filter(({ projectId, id }) => !known.has(`${id} ${projectId}`));
  const some = found.slice(0, MAX_VICTIMS_READ);
  const lists = new Map([['victims', some]]);
  const bodies = await limitedBodies(db, lists, MAX_VICTIM_BYTES, dialect, signal);
  const victims = bodies.get('victims') ?? [];
  return { victims, ...(victims.length < found.length ? { hasMoreVictims: true } : {}) };
}

/** Finds what touches a target that the change request changes, not sooner, and what changes one whose dependency it removes, not later. */
async function placesIn(
  db: Kysely<Tables>,
  { place: { projectId, id, scheduledAt }, now }: VictimsOf,
  limit: number,
  dialect: ReadDialect,
): Promise<readonly ListingPlace[]> {
  const own = await sql<Pick<TouchesTable, 'kind' | 'value' | 'plan'>>`
    select kind, value, plan from touches
    where project_id = ${projectId} and change_request_id = ${id} and plan > 0
      and kind in (${sql.join(PLANNED_KIND_CODES.map((code) => sql.lit(code)))})`.execute(db);
  const onTargets = (
    part: number,
    condition: RawBuilder<unknown>,
  ): readonly RawBuilder<unknown>[] => {
    const targets = own.rows
      .filter(({ plan }) => (integer(plan) & part) !== 0)
      .map(({ kind, value }, no) => ({ no, kind, value }));
    if (targets.length === 0) return [];
    return [
      sql`
        select c.scheduled_at as "scheduledAt", c.project_id as "projectId", c.id
        from ${dialect.jsonRows(JSON.stringify(targets), ASKED_COLUMNS.touches)}
        cross join touches t cross join change_requests c
        where t.kind = json_rows.kind and t.value = json_rows.value and ${condition}
          and c.scheduled_at = t.scheduled_at and c.project_id = t.project_id
          and c.id = t.change_request_id and c.status = 'pending'
          and not (c.project_id = ${projectId} and c.id = ${id})
          and ${isRegistered(dialect)}`,
    ];
  };
  const found = [
    ...onTargets(PLAN_CODES.effect, sql`t.scheduled_at >= ${scheduledAt}`),
    ...onTargets(
      PLAN_CODES.dependency,
      sql`${HAS_PLAN.effect} and t.scheduled_at >= ${now} and t.scheduled_at <= ${scheduledAt}`,
    ),
  ];
  if (found.length === 0) return [];
  const { rows } = await sql<ListingPlace>`
    select distinct * from (${sql.join(found, sql` union all `)}) found
    order by 1, 2, 3
    limit ${limit}`.execute(db);
  return rows;
}
