import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
  ScheduledChangeRequestReader,
} from '@forewarn/core';
import type { Kysely } from 'kysely';
import { err, ok } from 'neverthrow';
import type { SqlSession } from './sql-session.ts';
import type { Tables } from './tables.ts';

/** Makes the reader of a SQL store from the parts in which SQL stores differ. */
export function sqlReader(
  session: SqlSession,
  own: Pick<ScheduledChangeRequestReader, 'search' | 'impact' | 'list'>,
): ScheduledChangeRequestReader {
  return {
    ...own,
    find: (key, options) =>
      session.read(async (db) => {
        const row = await bodyAt(db, key).executeTakeFirst();
        return row === undefined
          ? err({ type: 'ChangeRequestNotFound', ...key })
          : ok(JSON.parse(row.body) as ScheduledChangeRequest);
      }, options),
  };
}

/** Selects the JSON text of one change request. */
export const bodyAt = (db: Kysely<Tables>, { projectId, id }: ChangeRequestKey) =>
  db
    .selectFrom('change_requests')
    .select('body')
    .where('project_id', '=', projectId)
    .where('id', '=', id);
