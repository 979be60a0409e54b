import { listingEntryOf, RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import { type Kysely, type Selectable, sql } from 'kysely';
import { COLUMNS, selectRows } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';
import type { ChangeRequestsTable, Tables } from '../schema/tables.ts';
import { type ChangeRequestRowKey, removeProjection } from '../writes/withdrawals.ts';

/** The columns of a change request that the rule makes. */
export type EntryRow = Pick<
  Selectable<ChangeRequestsTable>,
  'project_id' | 'id' | 'scheduled_at' | 'status' | 'has_trouble' | 'rule_version'
>;

/** The columns of a change request that the rule makes, with its key. */
export function entryRow(changeRequest: ScheduledChangeRequest): EntryRow {
  const { projectId, id, scheduledAt, status, hasTrouble } = listingEntryOf(changeRequest);
  return {
    project_id: projectId,
    id,
    scheduled_at: scheduledAt,
    status: status ?? null,
    has_trouble: hasTrouble ? 1 : 0,
    rule_version: RULE_VERSION,
  };
}

const names = Object.keys(COLUMNS.change_requests);
const NAMES = sql.join(names.map((name) => sql.ref(name)));
/** Those that are not in the key. */
const MADE = names.filter((name) => !Object.hasOwn(COLUMNS.key, name));

/** The row of a change request. A caller that has its JSON text passes it as the body. */
export function changeRequestRow(
  changeRequest: ScheduledChangeRequest,
  body: string,
): Selectable<ChangeRequestsTable> {
  const { environment, title = null } = changeRequest;
  return { ...entryRow(changeRequest), environment, title, body };
}

/** Adds change requests, or replaces the stored ones and removes their rows of the projection. */
export async function writeChangeRequests(
  to: Writing<'jsonRows'>,
  rows: readonly Selectable<ChangeRequestsTable>[],
  areStored: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  // "where true" keeps SQLite from reading "on conflict" as a join's condition.
  const replace = sql`
    where true
    on conflict (project_id, id) do update
    set ${sql.join(MADE.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`;
  await sql`
    insert into change_requests (${NAMES})
    select ${NAMES} from ${selectRows(to.session.jsonRows, rows, COLUMNS.change_requests)}
    ${areStored ? replace : sql``}`.execute(to.transaction);
  if (areStored) await removeProjection(to, rows);
}

/** Selects the first change requests after one, or of all, in ascending order of project and id. */
export function changeRequestsAfter(
  db: Kysely<Tables>,
  last: ChangeRequestRowKey | undefined,
  limit: number,
) {
  const page = db
    .selectFrom('change_requests')
    .select(['project_id', 'id', 'body'])
    .orderBy('project_id')
    .orderBy('id')
    .limit(limit);
  if (last === undefined) return page;
  const { project_id, id } = last;
  return page.where((row) => row(row.refTuple('project_id', 'id'), '>', row.tuple(project_id, id)));
}
