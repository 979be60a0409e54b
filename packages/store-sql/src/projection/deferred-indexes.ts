import { sql, type Transaction } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { SqlHooks, Writing } from '../session/sql-session.ts';

/** The indexes of the projection, as the migrations of SQLite make them. */
const INDEXES = {
  touches_by_change_request: 'touches (project_id, change_request_id, kind, value, plan)',
  doubts_by_change_request: 'doubts (project_id, change_request_id)',
};

const indexesWith = (hooks: readonly SqlHooks[]): Readonly<Record<string, string>> =>
  Object.assign({}, INDEXES, ...hooks.map(({ plans }) => plans?.indexes));

/** Drops the indexes of the projection: to make them again in one go takes less time than to fill them row by row. */
export async function dropIndexes(
  transaction: Transaction<Tables>,
  hooks: readonly SqlHooks[],
): Promise<void> {
  for (const name of Object.keys(indexesWith(hooks))) {
    await sql`drop index if exists ${sql.ref(name)}`.execute(transaction);
  }
}

/** Makes those that are not there. */
export async function createIndexes(
  transaction: Transaction<Tables>,
  hooks: readonly SqlHooks[],
): Promise<void> {
  for (const [name, of] of Object.entries(indexesWith(hooks))) {
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
  await dropIndexes(transaction, session.hooks);
  let areMade = false;
  return async () => {
    if (!areMade) await createIndexes(transaction, session.hooks);
    areMade = true;
  };
}
