import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
  ScheduledChangeRequestReader,
} from '@forewarn/core';
import type { Kysely } from 'kysely';
import { err, ok } from 'neverthrow';
import type { SqlSession } from '../session/sql-session.ts';
import type { Tables } from '../schema/tables.ts';

/** Makes the reader of a SQL store from the parts in which SQL stores differ. */
export function sqlReader(
  session: SqlSession,
  own: Pick<ScheduledChangeRequestReader, 'search' | 'impact' | 'list'>,
): ScheduledChangeRequestReader {
  return {
    ...own,
    find: (key, options) =>
      session.read(async (db) => {
        const row = await bodyAt(session, db, key).executeTakeFirst();
        return row === undefined
          ? err({ type: 'ChangeRequestNotFound', ...key })
          : ok(JSON.parse(row.body) as ScheduledChangeRequest);
      }, options),
  };
}

/** Selects the JSON text of one change request. */
export function bodyAt(
  session: Pick<SqlSession, 'assertRemoved'>,
  db: Kysely<Tables>,
  { projectId, id }: ChangeRequestKey,
) {
  const rows = db
    .selectFrom('change_requests')
    .select('body')
    .where('project_id', '=', projectId)
    .where('id', '=', id);
  if (session.assertRemoved === undefined) return rows;
  return rows.where((eb) =>
    eb.exists(eb.selectFrom('projects').select('id').where('id', '=', projectId)),
  );
}
