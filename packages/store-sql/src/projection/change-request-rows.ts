import { listingEntryOf, RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { CHANGE_REQUEST_COLUMNS, ID_COLUMNS, type JsonRows } from '../session/json-rows.ts';
import { PROJECTION_TABLES } from './projection.ts';
import { selectRows } from '../session/select-rows.ts';
import type { ChangeRequestsTable, Tables } from '../schema/tables.ts';

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

/** The columns of a change request, in an order. */
export const CHANGE_REQUEST_NAMES = sql.join(
  Object.keys(CHANGE_REQUEST_COLUMNS).map((name) => sql.ref(name)),
);

/** The row of a change request. A caller that has its JSON text passes it as the body. */
export function changeRequestRow(
  changeRequest: ScheduledChangeRequest,
  body: string,
): Selectable<ChangeRequestsTable> {
  const { environment, title = null } = changeRequest;
  return { ...entryRow(changeRequest), environment, title, body };
}

/** Rows as something to select from. */
export function changeRequestRows(
  jsonRows: JsonRows,
  rows: readonly Selectable<ChangeRequestsTable>[],
): RawBuilder<unknown> {
  return selectRows(jsonRows, rows, CHANGE_REQUEST_COLUMNS);
}

/** Their ids as something to look among. */
export function idRows(
  jsonRows: JsonRows,
  of: readonly { readonly id: number }[],
): RawBuilder<number> {
  const ids = of.map(({ id }) => ({ id }));
  return sql<number>`(select id from ${selectRows(jsonRows, ids, ID_COLUMNS)})`;
}

/** Replaces stored change requests of a project, and removes their rows of the projection. */
export async function replaceChangeRequests(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  projectId: string,
  rows: readonly Selectable<ChangeRequestsTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  // "where true" keeps SQLite from reading "on conflict" as a join's condition.
  await sql`
    insert into change_requests (${CHANGE_REQUEST_NAMES})
    select ${CHANGE_REQUEST_NAMES} from ${changeRequestRows(jsonRows, rows)} where true
    on conflict (project_id, id) do update
    set environment = excluded.environment, title = excluded.title, body = excluded.body,
      scheduled_at = excluded.scheduled_at, status = excluded.status, has_trouble = excluded.has_trouble,
      rule_version = excluded.rule_version
  `.execute(transaction);
  for (const table of PROJECTION_TABLES) {
    await transaction
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('change_request_id', 'in', idRows(jsonRows, rows))
      .execute();
  }
}
