import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import type { Transaction } from 'kysely';
import { changeRequestsOf } from './export-state.ts';
import type { JsonRows } from './json-rows.ts';
import type { Tables } from './tables.ts';
import { insertTouches, touchRows } from './touch-rows.ts';

/**
 * Makes the projection anew from the change requests as they were recorded, when an older version of the rule made
 * it. Answers whether it did.
 */
export async function rebuildProjection(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
): Promise<boolean> {
  const { rule_version } = await transaction
    .selectFrom('projection')
    .select('rule_version')
    .executeTakeFirstOrThrow();
  if (rule_version >= RULE_VERSION) return false;
  await transaction.deleteFrom('touches').execute();
  for await (const { body } of changeRequestsOf(transaction)) {
    const rows = touchRows(JSON.parse(body) as ScheduledChangeRequest);
    await insertTouches(transaction, jsonRows, rows);
  }
  await transaction.updateTable('projection').set({ rule_version: RULE_VERSION }).execute();
  return true;
}
