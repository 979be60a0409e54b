import type {
  ChangeRequestKey,
  Precondition,
  PreconditionFailed,
  ProjectNotFound,
  Recorded,
  ScheduledChangeRequest,
  ScheduledChangeRequestRecorder,
} from '@forewarn/core';
import type { Kysely, Transaction } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { changeRequestRow, replaceChangeRequests } from './change-request-rows.ts';
import { recordAll } from './record-all.ts';
import { recordEvent } from './record-event.ts';
import type { SqlSession } from './sql-session.ts';
import type { Tables } from './tables.ts';
import { insertTouches, touchRows } from './touch-rows.ts';

const PRECONDITION_FAILED: PreconditionFailed = { type: 'PreconditionFailed' };

/** Records, finds and withdraws scheduled change requests in any SQL store. */
export function sqlRecorder(session: SqlSession): ScheduledChangeRequestRecorder {
  return {
    record: (changeRequest, by, onlyIf) =>
      session.write((transaction) => record({ session, transaction, by }, changeRequest, onlyIf)),

    recordAll: (changeRequests, by) =>
      session.write((transaction) => recordAll(session, transaction, changeRequests, by)),

    find: (key) =>
      session.read(async (db) => {
        const row = await bodyAt(db, key).executeTakeFirst();
        return row === undefined
          ? err({ type: 'ChangeRequestNotFound', ...key })
          : ok(JSON.parse(row.body) as ScheduledChangeRequest);
      }),

    withdraw: (key, by, onlyIf) =>
      session.write(async (transaction) => {
        const row = await session.forUpdate(bodyAt(transaction, key)).executeTakeFirst();
        if (row === undefined) return err({ type: 'ChangeRequestNotFound', ...key });
        const preData = JSON.parse(row.body) as ScheduledChangeRequest;
        const { project, environment } = preData;
        if (onlyIf?.(JSON.parse(row.body) as ScheduledChangeRequest) === false) {
          return err(PRECONDITION_FAILED);
        }
        await transaction
          .deleteFrom('change_requests')
          .where('project_id', '=', key.projectId)
          .where('id', '=', key.id)
          .execute();
        const content = { type: 'change-request-schedule-withdrawn', data: null, preData } as const;
        await recordEvent(transaction, content, by, { project, environment });
        return ok();
      }),
  };
}

interface Write {
  readonly session: SqlSession;
  readonly transaction: Transaction<Tables>;
  readonly by: string;
}

async function record(
  write: Write,
  changeRequest: ScheduledChangeRequest,
  onlyIf: Precondition | undefined,
): Promise<Result<Recorded, ProjectNotFound | PreconditionFailed>> {
  const { session, transaction, by } = write;
  const { id, project, environment } = changeRequest;
  const query = bodyAt(transaction, { projectId: project, id });
  const before = (await session.forUpdate(query).executeTakeFirst())?.body;
  if (before === undefined && !(await hasProject(transaction, project))) {
    return err({ type: 'ProjectNotFound', projectId: project });
  }
  const parse = (): ScheduledChangeRequest | undefined =>
    before === undefined ? undefined : (JSON.parse(before) as ScheduledChangeRequest);
  if (onlyIf?.(parse()) === false) return err(PRECONDITION_FAILED);

  const body = JSON.stringify(changeRequest);
  if (before === body) return ok('unchanged');
  if (before === undefined) {
    // Somebody else added it in the meantime: now there is one to replace.
    if (!(await add(transaction, changeRequest))) return record(write, changeRequest, onlyIf);
  } else {
    const row = changeRequestRow(changeRequest);
    await replaceChangeRequests(transaction, session.jsonRows, project, [row]);
  }
  await insertTouches(transaction, session.jsonRows, touchRows(changeRequest));
  const content = {
    type: 'change-request-scheduled',
    data: changeRequest,
    preData: parse() ?? null,
  } as const;
  await recordEvent(transaction, content, by, { project, environment });
  return ok(before === undefined ? 'created' : 'replaced');
}

const bodyAt = (db: Kysely<Tables>, { projectId, id }: ChangeRequestKey) =>
  db
    .selectFrom('change_requests')
    .select('body')
    .where('project_id', '=', projectId)
    .where('id', '=', id);

async function hasProject(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const query = transaction.selectFrom('projects').select('id').where('id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

async function add(
  transaction: Transaction<Tables>,
  changeRequest: ScheduledChangeRequest,
): Promise<boolean> {
  const added = await transaction
    .insertInto('change_requests')
    .values(changeRequestRow(changeRequest))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}
