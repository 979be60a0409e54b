import { postgresJsonRows } from './postgres-json-rows.ts';
import {
  atMost,
  attempt,
  beginSnapshot,
  type SqlSession,
  type Tables,
  transact,
} from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { err } from 'neverthrow';
import { openDatabase } from './postgres-database.ts';
import { MAX_CONNECTIONS, type PostgresSettings } from './postgres-settings.ts';
import { isRetryable, isUnavailable } from './postgres-errors.ts';

const TRIES = 5;
/** So many calls use a connection or wait for one; what comes beyond is refused at once. */
const WAITING_PER_CONNECTION = 25;

/** A session on one database, through a pool and through connections apart from it. */
export function postgresSession(
  settings: PostgresSettings,
  db: Kysely<Tables>,
): SqlSession & { close(): Promise<void> } {
  let isClosed = false;
  const admit = atMost((settings.maxConnections ?? MAX_CONNECTIONS) * WAITING_PER_CONNECTION);
  const apart = (): Kysely<Tables> => {
    if (isClosed) throw new Error('the store is closed');
    return openDatabase(settings, 'unlimited');
  };

  return {
    read: (work, options) => attempt(isUnavailable, () => admit(() => work(db)), options),
    write: (work, options) =>
      attempt(isUnavailable, () => admit(() => retry(() => transact(db, work))), options),
    writeLong: (work, { prepare, ...options } = {}) =>
      attempt(
        isUnavailable,
        async () => {
          const own = apart();
          try {
            return await own.connection().execute(async (connection) => {
              const prepared = await prepare?.(connection);
              if (prepared?.isErr()) return err(prepared.error);
              return retry(() => transact(connection, work));
            });
          } finally {
            await own.destroy();
          }
        },
        options,
      ),
    snapshot: async () => beginSnapshot(apart()),
    forUpdate: (query) => query.forUpdate(),
    forNoKeyUpdate: (query) => query.forNoKeyUpdate(),
    forKeyShare: (query) => query.forKeyShare(),
    jsonRows: postgresJsonRows,
    isUnavailable,
    close: async () => {
      isClosed = true;
      await db.destroy();
    },
  };
}

/** Runs work again when the database asks for it, or when another error is worth it. */
export async function retry<T>(work: () => Promise<T>, isWorthIt = isRetryable): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error) || tries === TRIES) throw error;
    }
  }
}
