import { sqliteJsonRows } from './sqlite-json-rows.ts';
import { setTimeout as delay } from 'node:timers/promises';
import {
  atMost,
  attempt,
  beginSnapshot,
  type SqlSession,
  type SqlWork,
  StoreBusy,
  type Tables,
  transact,
} from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { err, type Result } from 'neverthrow';
import { openDatabase } from './sqlite-database.ts';
import { isBusy, isUnavailable } from './sqlite-errors.ts';
import { watchFile } from './sqlite-file.ts';
import { type SqliteOptions, waitMs } from './sqlite-options.ts';

// Another process may hold the write lock. Waiting for it in SQLite would stop this process, searches and all; so
// SQLite answers at once, and a write tries again while the others go on.
const NO_WAIT_MS = 0;
/** So many writes go on or wait; what comes beyond is refused at once. */
const WRITES_AT_ONCE = 250;
const RETRY_AFTER_MS = 5;
const RETRY_AFTER_AT_MOST_MS = 50;

// What takes long has a connection of its own, and waits longer. A snapshot waits in SQLite: only another process can be
// in the way of one that reads. A long write must not: this process's own writes can be in its way.
const LONG_WAIT_MS = 30_000;

/** A session on one database file. */
export function sqliteSession(
  path: string,
  settings: SqliteOptions = {},
  file = watchFile(path),
): SqlSession & { close(): Promise<void> } {
  const { observer } = settings;
  const giveUpAfterMs = waitMs(settings);
  const db = openDatabase(path, NO_WAIT_MS, observer);
  const admit = atMost(WRITES_AT_ONCE);
  let isClosed = false;
  const cannotBeUsed = (error: unknown): boolean => isClosed || isUnavailable(error);
  const apart = (busyTimeoutMs: number): Kysely<Tables> => {
    if (isClosed) throw new Error('the store is closed');
    // To open a file that is gone would make a new one.
    file.assertInPlace();
    return openDatabase(path, busyTimeoutMs, observer);
  };
  // A commit to a file that is gone is lost: never acknowledge it.
  const write = async <T, E>(
    on: Kysely<Tables>,
    work: SqlWork<T, E>,
    timeoutMs: number,
  ): Promise<Result<T, E>> => {
    file.assertInPlace();
    const result = await retryWhileBusy(() => transact(on, work), timeoutMs);
    file.assertInPlace();
    return result;
  };

  return {
    read: (work, options) =>
      attempt(
        cannotBeUsed,
        () => {
          file.assertInPlaceLately();
          return retryWhileBusy(() => work(db), giveUpAfterMs);
        },
        options,
      ),
    write: (work, options) =>
      attempt(
        cannotBeUsed,
        () => admit(() => write(db, unlessLate(work, giveUpAfterMs), giveUpAfterMs)),
        options,
      ),
    writeLong: (work, { prepare, ...options } = {}) =>
      attempt(
        cannotBeUsed,
        async () => {
          const own = await retryWhileBusy(async () => apart(NO_WAIT_MS), LONG_WAIT_MS);
          try {
            return await own.connection().execute(async (connection) => {
              const prepared = await prepare?.(connection);
              if (prepared?.isErr()) return err(prepared.error);
              return write(connection, work, LONG_WAIT_MS);
            });
          } finally {
            await own.destroy();
          }
        },
        options,
      ),
    snapshot: async () => beginSnapshot(apart(LONG_WAIT_MS)),
    // The write lock is the whole file's.
    forUpdate: (query) => query,
    forNoKeyUpdate: (query) => query,
    forKeyShare: (query) => query,
    jsonRows: sqliteJsonRows,
    isUnavailable: cannotBeUsed,
    close: async () => {
      isClosed = true;
      await db.destroy();
    },
  };
}

/** Its caller was told that it could not be done: a write that waited too long for others must not begin any more. */
function unlessLate<T, E>(work: SqlWork<T, E>, giveUpAfterMs: number): SqlWork<T, E> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  return (transaction) => {
    if (performance.now() > giveUpAt) throw new StoreBusy('waited too long for other writes');
    return work(transaction);
  };
}

async function retryWhileBusy<T>(work: () => Promise<T>, giveUpAfterMs: number): Promise<T> {
  const giveUpAt = performance.now() + giveUpAfterMs;
  for (let wait = RETRY_AFTER_MS; ; wait = Math.min(wait * 2, RETRY_AFTER_AT_MOST_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() + wait > giveUpAt) throw error;
    }
    await delay(wait);
  }
}
