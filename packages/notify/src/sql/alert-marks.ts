import type { SilentChanges } from '@forewarn/record';
import { integer, type Tables } from '@forewarn/store-sql';
import type { Kysely, Transaction } from 'kysely';
import { type AlertMark, MAX_MARKS } from '../alert-progress.ts';

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

/** Stores a mark, if anything changed. */
export async function keepChanges(
  transaction: Transaction<Tables>,
  silent: SilentChanges,
): Promise<void> {
  const changes = silent.list();
  if (changes.length === 0) return;
  await transaction
    .insertInto('forewarn_alert_marks')
    .values({ changes: JSON.stringify(changes) })
    .execute();
}
