import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import { sql, type Transaction } from 'kysely';
import { entryRow, type EntryRow } from './change-request-rows.ts';
import { changeRequestsOf } from './export-state.ts';
import { ENTRY_COLUMNS, type JsonRows } from './json-rows.ts';
import { insertProjection, PROJECTION_TABLES, projectionOf } from './projection.ts';
import type { DoubtsTable, Tables, TouchesTable } from './tables.ts';

/** Maximum rows per insert. */
const BATCH_SIZE = 5_000;

/** Receives the progress of a rebuild of the projection: how many of all change requests are done. */
export type RebuildProgress = (done: number, total: number) => void;

/**
 * Rebuilds the projection from the recorded change requests if an older version of the rule made it. Returns whether it
 * did.
 */
export async function rebuildProjection(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  progress: RebuildProgress = () => {},
): Promise<boolean> {
  const { rule_version } = await transaction
    .selectFrom('projection')
    .select('rule_version')
    .executeTakeFirstOrThrow();
  if (rule_version >= RULE_VERSION) return false;
  const { total } = await transaction
    .selectFrom('change_requests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  for (const table of PROJECTION_TABLES) await transaction.deleteFrom(table).execute();

  let done = 0;
  let [touches, doubts, entries]: [TouchesTable[], DoubtsTable[], EntryRow[]] = [[], [], []];
  const flush = async (): Promise<void> => {
    await insertProjection(transaction, jsonRows, { touches, doubts });
    await updateEntries(transaction, jsonRows, entries);
    [touches, doubts, entries] = [[], [], []];
    progress(done, total);
  };
  for await (const { body } of changeRequestsOf(transaction)) {
    const changeRequest = JSON.parse(body) as ScheduledChangeRequest;
    const rows = projectionOf([changeRequest]);
    entries.push(entryRow(changeRequest));
    for (const row of rows.touches) touches.push(row);
    for (const row of rows.doubts) doubts.push(row);
    done += 1;
    const size = Math.max(touches.length + doubts.length, entries.length);
    if (size >= BATCH_SIZE) await flush();
  }
  await flush();
  await transaction.updateTable('projection').set({ rule_version: RULE_VERSION }).execute();
  return true;
}

/** Writes what a listing orders and filters by. */
async function updateEntries(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  entries: readonly EntryRow[],
): Promise<void> {
  await sql`
    update change_requests
    set scheduled_at = json_rows.scheduled_at, status = json_rows.status, has_trouble = json_rows.has_trouble
    from ${jsonRows(JSON.stringify(entries), ENTRY_COLUMNS)}
    where change_requests.project_id = json_rows.project_id and change_requests.id = json_rows.id
  `.execute(transaction);
}
