import { postgresJsonRows } from './postgres-json-rows.ts';
import { attempt, type SqlSession, type Tables, transact } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { openDatabase, type PostgresSettings } from './postgres-database.ts';
import { isRetryable, isUnavailable } from './postgres-errors.ts';

const TRIES = 5;

/** A session on one database. */
export function postgresSession(settings: PostgresSettings, db: Kysely<Tables>): SqlSession {
  return {
    read: (work) => attempt(isUnavailable, () => work(db)),
    write: (work) => attempt(isUnavailable, () => retry(() => transact(db, work))),
    writeLong: (work) =>
      attempt(isUnavailable, async () => {
        const own = openDatabase(settings, 'unlimited');
        try {
          return await transact(own, work);
        } finally {
          await own.destroy();
        }
      }),
    snapshot: async () => {
      const own = openDatabase(settings, 'unlimited');
      const transaction = await own
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      return {
        db: transaction,
        end: async () => {
          await transaction.rollback().execute();
          await own.destroy();
        },
      };
    },
    forUpdate: (query) => query.forUpdate(),
    jsonRows: postgresJsonRows,
    isUnavailable,
  };
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || tries === TRIES) throw error;
    }
  }
}
