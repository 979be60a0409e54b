import type { SqlWork, Tables } from '@forewarn/store-sql';
import { type Kysely, sql, type Transaction } from 'kysely';
import { numberEvents } from '../session/number-events.ts';
import type { PostgresSession } from '../session/postgres-session.ts';
import { routedJsonRows } from '../postgres-json-rows.ts';

// A commit that changes several machines is not seen by all of them at once. So each holds this lock until it is, and
// what must see one moment waits for it. Unlike a row lock, it holds until the last machine has committed.
const commitLock = sql`lock table projection in row exclusive mode`;
const readLock = sql`lock table projection in share mode`;
const settleLock = sql`lock table projection in share row exclusive mode`;

/** A session whose statements suit tables that are distributed by project. */
export function routedSession(session: PostgresSession): PostgresSession {
  const routed: PostgresSession = {
    ...session,
    read: (work, options) =>
      session.read(options?.spansProjects === true ? (db) => atOneMoment(db, work) : work, options),
    write: (work, options) => session.write(whenLocked(work), options),
    writeLong: (work, options) => session.writeLong(whenLocked(work), options),
    snapshot: (work, options) =>
      session.snapshot(async (db) => {
        await settle(db);
        return work(db);
      }, options),
    numberEvents: session.numberEvents && ((options) => numberEvents(routed, options)),
    settleCommits: async (transaction) => {
      await session.settleCommits?.(transaction);
      await settleLock.execute(transaction);
    },
    jsonRows: routedJsonRows,
  };
  return routed;
}

/** Runs statements while no commit is under way. */
export function atOneMoment<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await readLock.execute(transaction);
    return work(transaction);
  });
}

/** Makes a snapshot that has just begun see the same moment on each machine. */
async function settle(snapshot: Kysely<Tables>): Promise<void> {
  // One connection to each machine, since each connection has a snapshot of its own.
  await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(snapshot);
  await sql`savepoint unlocked`.execute(snapshot);
  await readLock.execute(snapshot);
  await snapshot.selectFrom('projects').select('id').limit(1).execute();
  // The snapshots stay, and the lock goes, which would hold up all writes until the last row is read.
  await sql`rollback to savepoint unlocked`.execute(snapshot);
}

/** Takes the lock last, so that it is held for the commit only. */
const whenLocked =
  <T, E>(work: SqlWork<T, E>): SqlWork<T, E> =>
  async (transaction) => {
    const result = await work(transaction);
    if (result.isOk()) await commitLock.execute(transaction);
    return result;
  };
