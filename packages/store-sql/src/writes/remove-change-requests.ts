import { sql, type Transaction } from 'kysely';
import { type JsonRows, KEY_COLUMNS } from '../session/json-rows.ts';
import { PROJECTION_TABLES } from '../projection/projection.ts';
import { onlyIn, rowGroups } from '../session/row-groups.ts';
import type { ChangeRequestsTable, Tables } from '../schema/tables.ts';

/** Identifies the row of a change request. */
export type ChangeRequestRowKey = Pick<ChangeRequestsTable, 'project_id' | 'id'>;

/** Deletes the rows that change requests have in the projection. */
export async function removeProjection(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  keys: readonly ChangeRequestRowKey[],
): Promise<void> {
  for (const table of PROJECTION_TABLES) {
    await remove(transaction, jsonRows, table, 'change_request_id', keys);
  }
}

/** Deletes change requests, and with them their rows of the projection. */
export async function removeChangeRequests(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  keys: readonly ChangeRequestRowKey[],
): Promise<void> {
  await remove(transaction, jsonRows, 'change_requests', 'id', keys);
}

async function remove(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  table: string,
  id: string,
  keys: readonly ChangeRequestRowKey[],
): Promise<void> {
  for (const group of rowGroups(jsonRows, keys, ({ project_id }) => project_id)) {
    const rows = group.rows.map(({ project_id, id: each }) => ({ project_id, id: each }));
    await sql`
      delete from ${sql.table(table)} where ${onlyIn(group)} (project_id, ${sql.ref(id)}) in (
        select project_id, id from ${jsonRows(JSON.stringify(rows), KEY_COLUMNS)})`.execute(
      transaction,
    );
  }
}
