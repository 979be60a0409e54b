import { sql, type Transaction } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { Writing } from '../session/sql-session.ts';

/** The indexes of the projection, as the migrations of SQLite make them. */
const INDEXES = {
  touches_by_change_request: 'touches (project_id, change_request_id, kind, value, plan)',
  doubts_by_change_request: 'doubts (project_id, change_request_id)',
  touches_with_effect:
    'touches (kind, value, scheduled_at, project_id, change_request_id, plan) where plan in (1, 3)',
  touches_with_dependency:
    'touches (kind, value, scheduled_at, project_id, change_request_id, plan) where plan in (2, 3)',
};

/** Drops the indexes of the projection: to make them again in one go takes less time than to fill them row by row. */
export async function dropIndexes(transaction: Transaction<Tables>): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await sql`drop index if exists ${sql.ref(name)}`.execute(transaction);
  }
}

/** Makes those that are not there. */
export async function createIndexes(transaction: Transaction<Tables>): Promise<void> {
  for (const [name, of] of Object.entries(INDEXES)) {
    await sql`create index if not exists ${sql.ref(name)} on ${sql.raw(of)}`.execute(transaction);
  }
}

/** Makes the indexes that were dropped. Whatever removes rows of the projection needs them. */
export type MakeIndexes = () => Promise<void>;

/** Drops the indexes for a first import, where nothing else writes meanwhile. */
export async function deferIndexes({ transaction, session }: Writing): Promise<MakeIndexes> {
  if (session.writesAlone !== true) return async () => {};
  const stored = await transaction.selectFrom('change_requests').select('id').limit(1).execute();
  if (stored.length > 0) return async () => {};
  await dropIndexes(transaction);
  let areMade = false;
  return async () => {
    if (!areMade) await createIndexes(transaction);
    areMade = true;
  };
}
