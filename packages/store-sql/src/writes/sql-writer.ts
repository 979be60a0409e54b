import type { ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import type { ScheduledChangeRequestWriter } from '@forewarn/record';
import { err, ok } from 'neverthrow';
import { bodyAt } from '../projection/change-request-rows.ts';
import { compileOnce } from '../session/compile-once.ts';
import { putAll } from './put-all.ts';
import { insertEvent } from './sql-events.ts';
import type { ShortWriteOptions, SqlSession } from '../session/sql-session.ts';
import { removeChangeRequests } from './withdrawals.ts';

/** Maximum length of what a short write records: it and its event are written in some milliseconds. */
const MAX_SHORT_LENGTH = 2 ** 17;

const turnOf = (...what: readonly (string | number)[]): string => JSON.stringify(what);

/** Writes the scheduled change requests of any SQL store. */
export function sqlWriter(session: SqlSession): ScheduledChangeRequestWriter {
  const writeAll = (
    changeRequests: readonly ScheduledChangeRequest[],
    how: Parameters<typeof putAll>[2],
    options: ShortWriteOptions,
  ) => {
    const sent = changeRequests.map((changeRequest) => ({
      changeRequest,
      body: JSON.stringify(changeRequest),
    }));
    const length = sent.reduce((sum, { body }) => sum + body.length, 0);
    return session.write((transaction) => putAll({ session, transaction }, sent, how), {
      ...options,
      isLong: async () => length > MAX_SHORT_LENGTH,
    });
  };
  return {
    put: (changeRequest, by, options) =>
      // Puts of one project run at once: it is locked only against being deleted.
      writeAll(
        [changeRequest],
        { by, onlyIf: options?.onlyIf, how: 'forKeyShare' },
        {
          ...options,
          turn: turnOf(changeRequest.project, changeRequest.id),
        },
      ).map(([outcome = 'unchanged']) => outcome),

    // One batch at a time writes to a project.
    putAll: (changeRequests, by, options) =>
      writeAll(
        changeRequests,
        { by, onlyIf: options?.onlyIf, how: 'forNoKeyUpdate' },
        { ...options, turn: turnOf(...new Set(changeRequests.map(({ project }) => project))) },
      ),

    remove: (key, by, options) =>
      session.write(
        async (transaction) => {
          const to = { session, transaction };
          const [row] = (await lockBody(transaction, key, session)).rows;
          if (row === undefined) return err({ type: 'ChangeRequestNotFound', ...key });
          const { project, environment } = JSON.parse(row.body) as ScheduledChangeRequest;
          if (options?.onlyIf?.(JSON.parse(row.body) as ScheduledChangeRequest) === false) {
            return err({ type: 'PreconditionFailed' });
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

const lockBody = compileOnce((db, key: ChangeRequestKey, session: SqlSession) =>
  session.lock(bodyAt(db, key), 'forUpdate').compile(),
);
