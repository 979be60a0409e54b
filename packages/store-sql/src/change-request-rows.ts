import type { ScheduledChangeRequest } from '@forewarn/core';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { CHANGE_REQUEST_COLUMNS, ID_COLUMNS, type JsonRows } from './json-rows.ts';
import { PROJECTION_TABLES } from './projection.ts';
import { selectRows } from './select-rows.ts';
import type { ChangeRequestsTable, Tables } from './tables.ts';

/** The row of a change request. A caller that has its JSON text passes it as the body. */
export function changeRequestRow(
  { project, id, environment, title }: ScheduledChangeRequest,
  body: string,
): ChangeRequestsTable {
  return { project_id: project, id, environment, title: title ?? null, body };
}

/** Rows as something to select from. */
export function changeRequestRows(
  jsonRows: JsonRows,
  rows: readonly ChangeRequestsTable[],
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
  rows: readonly ChangeRequestsTable[],
): Promise<void> {
  if (rows.length === 0) return;
  // "where true" keeps SQLite from reading "on conflict" as a join's condition.
  await sql`
    insert into change_requests (project_id, id, environment, title, body)
    select project_id, id, environment, title, body from ${changeRequestRows(jsonRows, rows)} where true
    on conflict (project_id, id) do update
    set environment = excluded.environment, title = excluded.title, body = excluded.body
  `.execute(transaction);
  for (const table of PROJECTION_TABLES) {
    await transaction
      .deleteFrom(table)
      .where('project_id', '=', projectId)
      .where('change_request_id', 'in', idRows(jsonRows, rows))
      .execute();
  }
}
