import type {
  ProjectNotFound,
  Recorded,
  ScheduledChangeRequest,
  ScheduledChangeRequestRecorder,
} from '@forewarn/core';
import type { Transaction } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { recordEvent } from './record-event.ts';
import type { SqlSession } from './sql-session.ts';
import type { Tables } from './tables.ts';
import { insertTouches, touchRows } from './touch-rows.ts';

/** Records and withdraws scheduled change requests in any SQL store. */
export function sqlRecorder(session: SqlSession): ScheduledChangeRequestRecorder {
  return {
    record: (changeRequest, by) =>
      session.write((transaction) => record(session, transaction, changeRequest, by)),

    withdraw: ({ projectId, id }, by) =>
      session.write(async (transaction) => {
        const [withdrawn] = await transaction
          .deleteFrom('change_requests')
          .where('project_id', '=', projectId)
          .where('id', '=', id)
          .returning(['environment', 'body'])
          .execute();
        if (withdrawn === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
        const preData = JSON.parse(withdrawn.body) as ScheduledChangeRequest;
        await recordEvent(
          transaction,
          { type: 'change-request-schedule-withdrawn', data: null, preData },
          by,
          { project: projectId, environment: withdrawn.environment },
        );
        return ok();
      }),
  };
}

async function record(
  session: SqlSession,
  transaction: Transaction<Tables>,
  changeRequest: ScheduledChangeRequest,
  by: string,
): Promise<Result<Recorded, ProjectNotFound>> {
  const { project, environment } = changeRequest;
  const body = JSON.stringify(changeRequest);
  const before = await put(session, transaction, changeRequest, body);
  if (before.isErr()) return err(before.error);
  if (before.value === body) return ok('unchanged');
  await recordEvent(
    transaction,
    {
      type: 'change-request-scheduled',
      data: changeRequest,
      preData:
        before.value === undefined ? null : (JSON.parse(before.value) as ScheduledChangeRequest),
    },
    by,
    { project, environment },
  );
  return ok(before.value === undefined ? 'created' : 'replaced');
}

/** Stores the change request and what it touches; answers the text that it replaces, if any. */
async function put(
  session: SqlSession,
  transaction: Transaction<Tables>,
  changeRequest: ScheduledChangeRequest,
  body: string,
): Promise<Result<string | undefined, ProjectNotFound>> {
  const { id, project, environment, title = null } = changeRequest;
  const before = await lock(session, transaction, changeRequest);
  if (before === body) return ok(before);
  if (before === undefined) {
    const isKnown = await transaction
      .selectFrom('projects')
      .select('id')
      .where('id', '=', project)
      .executeTakeFirst();
    if (isKnown === undefined) return err({ type: 'ProjectNotFound', projectId: project });
    const added = await transaction
      .insertInto('change_requests')
      .values({ project_id: project, id, environment, title, body })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    // Somebody else added it in the meantime: now there is one to replace.
    if (added.length === 0) return put(session, transaction, changeRequest, body);
  } else {
    await transaction
      .updateTable('change_requests')
      .set({ environment, title, body })
      .where('project_id', '=', project)
      .where('id', '=', id)
      .execute();
    await transaction
      .deleteFrom('touches')
      .where('project_id', '=', project)
      .where('change_request_id', '=', id)
      .execute();
  }
  await insertTouches(transaction, session.jsonRows, touchRows(changeRequest));
  return ok(before);
}

async function lock(
  session: SqlSession,
  transaction: Transaction<Tables>,
  { project, id }: ScheduledChangeRequest,
): Promise<string | undefined> {
  const row = await session
    .forUpdate(
      transaction
        .selectFrom('change_requests')
        .select('body')
        .where('project_id', '=', project)
        .where('id', '=', id),
    )
    .executeTakeFirst();
  return row?.body;
}
