import { type ChangeRequestKey, RULE_VERSION, summaryOf } from '@forewarn/core';
import { listingEntryOf, type ReadChangeRequest } from '@forewarn/record';
import type { Kysely, Selectable } from 'kysely';
import type { ChangeRequestsTable, Tables } from '../schema/tables.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { ChangeRequestRowKey } from '../writes/withdrawals.ts';

/** The columns of a change request that the rule makes. */
export type EntryRow = Pick<
  Selectable<ChangeRequestsTable>,
  'project_id' | 'id' | 'scheduled_at' | 'status' | 'has_trouble' | 'rule_version'
>;

/** The columns of a change request that the rule makes, with its key. */
export function entryRow({ changeRequest, readings }: ReadChangeRequest): EntryRow {
  const { projectId, id, scheduledAt, status, hasTrouble } = listingEntryOf(
    changeRequest,
    readings,
  );
  return {
    project_id: projectId,
    id,
    scheduled_at: scheduledAt,
    status: status ?? null,
    has_trouble: hasTrouble ? 1 : 0,
    rule_version: RULE_VERSION,
  };
}

/** The row of a change request. A caller that has its JSON text passes it as the body. */
export function changeRequestRow(
  read: ReadChangeRequest,
  body: string,
): Selectable<ChangeRequestsTable> {
  const { environment, title = null } = summaryOf(read.changeRequest);
  return { ...entryRow(read), environment, title, body };
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

/** Selects the JSON text of one change request. */
export function bodyAt(
  session: Pick<SqlSession, 'assertRemoved'>,
  db: Kysely<Tables>,
  { projectId, id }: ChangeRequestKey,
) {
  const rows = db
    .selectFrom('change_requests')
    .select('body')
    .where('project_id', '=', projectId)
    .where('id', '=', id);
  if (session.assertRemoved === undefined) return rows;
  return rows.where((eb) =>
    eb.exists(eb.selectFrom('projects').select('id').where('id', '=', projectId)),
  );
}
