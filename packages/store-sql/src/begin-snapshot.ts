import type { Kysely } from 'kysely';
import type { SqlSnapshot } from './sql-session.ts';
import type { Tables } from './tables.ts';

/**
 * Begins a snapshot on a database that was opened for it alone. It is closed when the snapshot ends, or when it can't begin.
 */
export async function beginSnapshot(own: Kysely<Tables>): Promise<SqlSnapshot> {
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
          await own.destroy();
        }
      },
    };
  } catch (error) {
    await own.destroy();
    throw error;
  }
}
