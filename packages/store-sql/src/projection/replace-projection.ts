import { sql, type Transaction } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { COLUMNS, type JsonRows, onlyIn, rowGroups } from '../session/json-rows.ts';
import { type ChangeRequestRowKey, removeProjection } from '../writes/withdrawals.ts';
import { insertProjection, type Projection, PROJECTION_TABLES } from './projection.ts';

/** Replaces the rows that change requests have in the projection. The transaction must have locked these. */
export async function replaceProjection(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  keys: readonly ChangeRequestRowKey[],
  projection: Projection,
): Promise<void> {
  if (jsonRows.runsEach === true) {
    await removeProjection({ session: { jsonRows }, transaction }, keys);
    await insertProjection(transaction, jsonRows, projection);
    return;
  }
  await removeOthers(transaction, jsonRows, keys, projection);
  await insertProjection(transaction, jsonRows, projection, { isKeeping: true });
}

/** Removes the rows that are not in the new projection. Another rule makes most as they are: to leave those saves most of the time. */
async function removeOthers(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  keys: readonly ChangeRequestRowKey[],
  projection: Projection,
): Promise<void> {
  for (const table of PROJECTION_TABLES) {
    const columns = COLUMNS[table];
    const isSame = Object.keys(columns).map(
      (name) => sql`${sql.ref(`json_rows.${name}`)} = ${sql.ref(`t.${name}`)}`,
    );
    for (const group of rowGroups(jsonRows, keys, ({ project_id }) => project_id)) {
      const { projectId } = group;
      const kept = projection[table].filter(
        ({ project_id }) => projectId === undefined || project_id === projectId,
      );
      await sql`
        delete from ${sql.table(table)} t
        where ${onlyIn('t', group)} (t.project_id, t.change_request_id) in (
            select project_id, id from ${jsonRows(JSON.stringify(group.rows), COLUMNS.key, projectId)})
          and not exists (
            select 1 from ${jsonRows(JSON.stringify(kept), columns, projectId)}
            where ${sql.join(isSame, sql` and `)})`.execute(transaction);
    }
  }
}
