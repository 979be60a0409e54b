import type { ChangeRequestKey, ProjectNotFound, ScheduledChangeRequest } from '@forewarn/core';
import {
  type Precondition,
  type PreconditionFailed,
  type PutOutcome,
  ReadChangeRequest,
  type ScheduledChangeRequestWriter,
} from '@forewarn/record';
import type { Selectable } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { bodyAt, changeRequestRow } from '../projection/change-request-rows.ts';
import { compileOnce } from '../session/compile-once.ts';
import { coverProject } from './cover-projects.ts';
import { definitionsIn, keepDefinitions } from './keep-definitions.ts';
import { insertProjection, projectionOf } from '../projection/projection.ts';
import { putAll } from './put-all.ts';
import { insertEvent, scheduledEvent } from './sql-events.ts';
import type { SqlSession, Writing } from '../session/sql-session.ts';
import { removeChangeRequests, removeProjection } from './withdrawals.ts';
import { writeRows } from './write-rows.ts';
import type { ChangeRequestsTable } from '../schema/tables.ts';

const PRECONDITION_FAILED: PreconditionFailed = { type: 'PreconditionFailed' };

/** Maximum length of what a short write records: it and its event are written in some milliseconds. */
const MAX_SHORT_LENGTH = 2 ** 17;

const turnOf = (...what: readonly (string | number)[]): string => JSON.stringify(what);

/** Writes the scheduled change requests of any SQL store. */
export function sqlWriter(session: SqlSession): ScheduledChangeRequestWriter {
  return {
    put: (changeRequest, by, options) => {
      const body = JSON.stringify(changeRequest);
      return session.write(
        (transaction) => put({ session, transaction }, changeRequest, body, by, options?.onlyIf),
        {
          ...options,
          turn: turnOf(changeRequest.project, changeRequest.id),
          isLong: async () => body.length > MAX_SHORT_LENGTH,
        },
      );
    },

    putAll: (changeRequests, by, options) => {
      const sent = changeRequests.map((changeRequest) => ({
        changeRequest,
        body: JSON.stringify(changeRequest),
      }));
      return session.write(
        (transaction) => putAll({ session, transaction }, sent, by, options?.onlyIf),
        {
          ...options,
          turn: turnOf(...new Set(changeRequests.map(({ project }) => project))),
          isLong: async () =>
            sent.reduce((sum, { body }) => sum + body.length, 0) > MAX_SHORT_LENGTH,
        },
      );
    },

    remove: (key, by, options) =>
      session.write(
        async (transaction) => {
          const to = { session, transaction };
          const [row] = (await lockBody(transaction, key, session)).rows;
          if (row === undefined) return err({ type: 'ChangeRequestNotFound', ...key });
          const { project, environment } = JSON.parse(row.body) as ScheduledChangeRequest;
          if (options?.onlyIf?.(JSON.parse(row.body) as ScheduledChangeRequest) === false) {
            return err(PRECONDITION_FAILED);
          }
          await removeChangeRequests(to, [{ project_id: key.projectId, id: key.id }]);
          await insertEvent(transaction, {
            type: 'change-request-schedule-withdrawn',
            created_by: by,
            project,
            environment,
            data: null,
            pre_data: row.body,
          });
          return ok();
        },
        { ...options, turn: turnOf(key.projectId, key.id) },
      ),
  };
}

async function put(
  to: Writing,
  changeRequest: ScheduledChangeRequest,
  body: string,
  by: string,
  onlyIf: Precondition | undefined,
): Promise<Result<PutOutcome, ProjectNotFound | PreconditionFailed>> {
  const { session, transaction } = to;
  const { id, project } = changeRequest;
  if (!(await coverProject(to, project))) {
    return err({ type: 'ProjectNotFound', projectId: project });
  }
  const [stored] = (await lockBody(transaction, { projectId: project, id }, session)).rows;
  const before = stored?.body;
  const parse = (): ScheduledChangeRequest | undefined =>
    before === undefined ? undefined : (JSON.parse(before) as ScheduledChangeRequest);
  if (onlyIf?.(parse()) === false) return err(PRECONDITION_FAILED);

  if (before === body) return ok('unchanged');
  const read = new ReadChangeRequest(changeRequest);
  const row = changeRequestRow(read, body);
  const projection = projectionOf([read], session.hooks);
  await keepDefinitions(to, definitionsIn(projection));
  if (before === undefined) {
    const added = await insert(transaction, row, undefined);
    // A concurrent write added it, so replace it.
    if (added.rows.length === 0) return put(to, changeRequest, body, by, onlyIf);
  } else {
    await writeRows(to, 'change_requests', [row], { replaces: true });
    await removeProjection(to, [row]);
  }
  await insertProjection(transaction, session.jsonRows, projection);
  await insertEvent(transaction, scheduledEvent(changeRequest, by, body, before));
  return ok(before === undefined ? 'created' : 'replaced');
}

const lockBody = compileOnce((db, key: ChangeRequestKey, session: SqlSession) =>
  session.lock(bodyAt(session, db, key), 'forUpdate').compile(),
);

const insert = compileOnce((db, row: Selectable<ChangeRequestsTable>) => {
  const { project_id, id, environment, title, body } = row;
  const { scheduled_at, status, has_trouble, rule_version } = row;
  const made = { scheduled_at, status, has_trouble, rule_version };
  return db
    .insertInto('change_requests')
    .values({ project_id, id, environment, title, body, ...made })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .compile();
});
