import type { Kysely } from 'kysely';
import type { SqlSnapshot } from './sql-session.ts';
import type { Tables } from '../schema/tables.ts';

/**
 * Begins a snapshot on a database that was opened for it alone.
 *
 * @param close called when the snapshot ends, or can't begin
 */
export async function beginSnapshot(
  own: Kysely<Tables>,
  close: () => Promise<void> = () => own.destroy(),
): Promise<SqlSnapshot> {
  try {
    const db = await own
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    return {
      db,
      end: async () => {
        try {
          await db.rollback().execute();
        } finally {
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
