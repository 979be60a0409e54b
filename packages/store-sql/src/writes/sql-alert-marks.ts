import { type AlertMark, AlertMarks, marksFrom, MAX_MARKS } from '@forewarn/notify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { PLAN_CODES, targetOf } from '../projection/touch-rows.ts';
import type { Tables, TouchesTable } from '../schema/tables.ts';
import { COLUMNS, onlyIn, rowGroups } from '../session/json-rows.ts';
import { integer, type Writing } from '../session/sql-session.ts';
import type { ChangeRequestRowKey } from './withdrawals.ts';

/** Reads the oldest marks. */
export async function readMarks(db: Kysely<Tables>): Promise<readonly AlertMark[]> {
  const rows = await db
    .selectFrom('forewarn_alert_marks')
    .selectAll()
    .orderBy('no')
    .limit(MAX_MARKS)
    .execute();
  return rows.map(({ no, changes }) => {
    return { no: integer(no), changes: JSON.parse(changes) as AlertMark['changes'] };
  });
}

/** Stores a mark, if anything is marked. */
export async function writeMarks(
  transaction: Transaction<Tables>,
  marks: AlertMarks,
): Promise<void> {
  const changes = marks.changes();
  if (changes.length === 0) return;
  await transaction
    .insertInto('forewarn_alert_marks')
    .values({ changes: JSON.stringify(changes) })
    .execute();
}

/** Marks change requests that are written, and the targets of their new plans. */
export function markWritten(
  marks: AlertMarks,
  keys: readonly ChangeRequestRowKey[],
  touches: readonly TouchesTable[],
): void {
  if (marks.isOfAll) return;
  for (const { project_id: projectId, id } of keys) marks.addChangeRequest({ projectId, id });
  markPlans(marks, touches);
}

/** Marks stored change requests that are replaced or removed, and the targets of their plans. */
export async function markStored(
  { session: { jsonRows }, transaction }: Writing<'jsonRows'>,
  marks: AlertMarks,
  keys: readonly ChangeRequestRowKey[],
): Promise<void> {
  if (marks.isOfAll) return;
  for (const { project_id: projectId, id } of keys) marks.addChangeRequest({ projectId, id });
  for (const group of rowGroups(jsonRows, keys, ({ project_id }) => project_id)) {
    // There may be so many that everything is marked.
    if (marks.isOfAll) return;
    const rows = group.rows.map(({ project_id, id }) => ({ project_id, id }));
    const { rows: planned } = await sql<PlannedRow>`
      select t.kind, t.value, t.plan, t.scheduled_at
      from ${jsonRows(JSON.stringify(rows), COLUMNS.key)} cross join touches t
      where ${onlyIn('t', group)} t.project_id = json_rows.project_id
        and t.change_request_id = json_rows.id and t.plan <> 0`.execute(transaction);
    markPlans(marks, planned);
  }
}

type PlannedRow = Pick<TouchesTable, 'kind' | 'value' | 'plan' | 'scheduled_at'>;

function markPlans(marks: AlertMarks, rows: readonly PlannedRow[]): void {
  for (const { kind, value, plan, scheduled_at } of rows) {
    const target = plan === 0 ? undefined : targetOf(kind, value);
    if (target === undefined) continue;
    const hasDependency = (plan & PLAN_CODES.dependency) !== 0;
    const from = marksFrom(target, { hasDependency, scheduledAt: integer(scheduled_at) });
    marks.addTarget(target, from);
  }
}
