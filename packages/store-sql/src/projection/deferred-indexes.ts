import { sql } from 'kysely';
import type { Writing } from '../session/sql-session.ts';

/** The indexes of the projection, as the migrations of SQLite make them. */
const INDEXES = {
  touches_by_change_request: 'touches (project_id, change_request_id, kind, value, influence)',
  doubts_by_change_request: 'doubts (project_id, change_request_id)',
};

/** Makes the indexes that were dropped. Whatever removes rows of the projection needs them. */
export type MakeIndexes = () => Promise<void>;

/**
 * Drops the indexes of the projection for a first import, where nothing else writes meanwhile: to make them again in one go
 * takes less time than to fill them row by row.
 */
export async function deferIndexes({ transaction, session }: Writing): Promise<MakeIndexes> {
  if (session.writesAlone !== true) return async () => {};
  const stored = await transaction.selectFrom('change_requests').select('id').limit(1).execute();
  if (stored.length > 0) return async () => {};
  const influences = session.hooks.map((hooks) => hooks.influences?.indexes);
  const indexes: Readonly<Record<string, string>> = Object.assign({}, INDEXES, ...influences);
  for (const name of Object.keys(indexes)) {
    await sql`drop index ${sql.ref(name)}`.execute(transaction);
  }
  let areMade = false;
  return async () => {
    if (areMade) return;
    areMade = true;
    for (const [name, of] of Object.entries(indexes)) {
      await sql`create index ${sql.raw(name)} on ${sql.raw(of)}`.execute(transaction);
    }
  };
}
