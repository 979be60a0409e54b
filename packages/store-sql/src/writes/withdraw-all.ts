import type { Transaction } from 'kysely';
import { PROJECTION_TABLES } from '../projection/projection.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { Tables } from '../schema/tables.ts';

/** Change requests per statement. */
const BATCH_SIZE = 500;

/** Removes the change requests of a project in ascending order of id, and records an event for each. */
export async function withdrawAll(
  session: SqlSession,
  transaction: Transaction<Tables>,
  projectId: string,
  by: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Without it, each statement would pass the index entries of all rows that were deleted before.
  let after = -1;
  for (;;) {
    // To finish first would keep other writes waiting for nothing.
    signal?.throwIfAborted();
    // Waits for concurrent replacements, so that each event has the last stored content.
    const batch = await session
      .forUpdate(
        transaction
          .selectFrom('change_requests')
          .select('id')
          .where('project_id', '=', projectId)
          .where('id', '>', after)
          .orderBy('id')
          .limit(BATCH_SIZE),
      )
      .execute();
    const last = batch.at(-1);
    if (last === undefined) return;
    await transaction
      .insertInto('events')
      .columns(['type', 'created_by', 'project', 'environment', 'pre_data'])
      .expression((eb) =>
        eb
          .selectFrom('change_requests')
          .select([
            eb.val<string>('change-request-schedule-withdrawn').as('type'),
            eb.val(by).as('created_by'),
            'project_id',
            'environment',
            'body',
          ])
          .where('project_id', '=', projectId)
          .where('id', '>', after)
          .where('id', '<=', last.id)
          .orderBy('id'),
      )
      .execute();
    // A cascade would look for the rows of each change request.
    for (const table of PROJECTION_TABLES) {
      await transaction
        .deleteFrom(table)
        .where('project_id', '=', projectId)
        .where('change_request_id', '>', after)
        .where('change_request_id', '<=', last.id)
        .execute();
    }
    await transaction
      .deleteFrom('change_requests')
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .where('id', '<=', last.id)
      .execute();
    after = last.id;
  }
}
