import { sql } from 'kysely';
import { PROJECTION_TABLES } from '../projection/projection.ts';
import { COLUMNS, onlyIn, rowGroups } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';
import type { ChangeRequestsTable } from '../schema/tables.ts';

/** Maximum change requests that are withdrawn at once. */
const BATCH_SIZE = 500;

/** Identifies the row of a change request. */
export type ChangeRequestRowKey = Pick<ChangeRequestsTable, 'project_id' | 'id'>;

/** Deletes the rows that change requests have in the projection. */
export async function removeProjection(
  to: Writing<'jsonRows'>,
  keys: readonly ChangeRequestRowKey[],
): Promise<void> {
  for (const table of PROJECTION_TABLES) await remove(to, table, 'change_request_id', keys);
}

/** Deletes change requests, and their rows of the projection. Returns how many there were. */
export async function removeChangeRequests(
  to: Writing<'jsonRows'>,
  keys: readonly ChangeRequestRowKey[],
): Promise<number> {
  // The change requests first: this statement waits for a transaction that replaces one, so the next statement sees the rows of
  // that transaction. A change request that was not found may be added by another transaction: its rows must stay.
  const removed = await remove(to, 'change_requests', 'id', keys, sql`returning project_id, id`);
  await removeProjection(to, removed);
  return removed.length;
}

/** Returns what `returning` says. */
async function remove(
  { session: { jsonRows }, transaction }: Writing<'jsonRows'>,
  table: string,
  id: string,
  keys: readonly ChangeRequestRowKey[],
  returning = sql``,
): Promise<readonly ChangeRequestRowKey[]> {
  const removed: ChangeRequestRowKey[] = [];
  for (const group of rowGroups(jsonRows, keys, ({ project_id }) => project_id)) {
    const rows = group.rows.map((row) => ({ project_id: row.project_id, id: row.id }));
    const deleted = await sql<ChangeRequestRowKey>`
      delete from ${sql.table(table)} where ${onlyIn(table, group)} (project_id, ${sql.ref(id)}) in (
        select project_id, id from ${jsonRows(JSON.stringify(rows), COLUMNS.key)}) ${returning}`.execute(
      transaction,
    );
    removed.push(...deleted.rows);
  }
  return removed;
}

/** Removes change requests, and records an event for each in a project that has a principal. Returns how many there were. */
export async function withdraw(
  to: Writing<'jsonRows' | 'lock' | 'writesAlone'>,
  keys: readonly ChangeRequestRowKey[],
  principals: ReadonlyMap<string, string | undefined>,
): Promise<number> {
  let removed = 0;
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    const batch = keys.slice(start, start + BATCH_SIZE);
    await recordWithdrawals(to, batch, principals);
    removed += await removeChangeRequests(to, batch);
  }
  return removed;
}

const WITHDRAWAL = { no: 'bigint', ...COLUMNS.key, created_by: 'text' } as const;

async function recordWithdrawals(
  { session, transaction }: Writing<'jsonRows' | 'lock' | 'writesAlone'>,
  keys: readonly ChangeRequestRowKey[],
  principals: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  const withdrawn = keys.flatMap(({ project_id, id }, no) => {
    const created_by = principals.get(project_id);
    return created_by === undefined ? [] : [{ no, project_id, id, created_by }];
  });
  for (const group of rowGroups(session.jsonRows, withdrawn, (row) => row.project_id)) {
    const rows = session.jsonRows(JSON.stringify(group.rows), WITHDRAWAL, group.projectId);
    if (session.writesAlone !== true) {
      // A transaction that is removing one records the event itself.
      const isListed = sql<boolean>`${onlyIn('change_requests', group)} (project_id, id) in (
        select project_id, id from ${rows})`;
      const stored = transaction.selectFrom('change_requests').select('id').where(isListed);
      await session.lock(stored.orderBy('project_id').orderBy('id'), 'forUpdate').execute();
    }
    await sql`
      insert into events (type, created_by, project, environment, pre_data)
      select 'change-request-schedule-withdrawn', created_by, project_id, environment, body
      from ${rows}
      join change_requests using (project_id, id)
      order by no`.execute(transaction);
  }
}

/** Reads the keys of the change requests of a project in ascending order. */
export async function* keysOf(
  transaction: Writing['transaction'],
  projectId: string,
  limit: number,
): AsyncGenerator<readonly ChangeRequestRowKey[]> {
  // Without it, each statement would pass the index entries of all rows that were deleted before.
  let after = -1;
  for (;;) {
    const keys = await transaction
      .selectFrom('change_requests')
      .select(['project_id', 'id'])
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    const last = keys.at(-1);
    if (last === undefined) return;
    yield keys;
    after = last.id;
  }
}
