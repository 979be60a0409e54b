import { type CallOptions, StoreBusy } from '@forewarn/core';
import { FairSemaphore } from '@forewarn/platform';
import type { Tables } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { SqliteThread, type ThreadOptions } from './sqlite-thread.ts';

/** Maximum long writes that wait. Further ones are refused at once; their callers may retry at once. */
const MAX_WAITING = 320;
/** SQLite's default. */
const CHECKPOINT_PAGES = 1_000;
// SQLite can't move a long log into the file in parts, so the thread does it.
const CHECKPOINT = sql`pragma wal_checkpoint(passive)`;
// Moves what others wrote meanwhile, which is little, so that the log begins again.
const TRUNCATE = sql`pragma wal_checkpoint(truncate)`;

/** How long the thread waits for the next long write. A sync has one for each project, which takes no longer than starting a thread. */
const IDLE_MS = 1_000;

/** Runs long writes one after the other, on a connection in a worker thread. */
export interface LongWrites {
  run<T>(
    options: CallOptions,
    /** `othersWait` tells whether other work waits. */
    work: (own: Kysely<Tables>, othersWait: () => boolean) => Promise<T>,
  ): Promise<T>;
  /** Ends the thread, at once or after the work that runs. */
  close(): Promise<void>;
}

/**
 * Makes {@link LongWrites}. The thread ends when there was no long write for a second, and after a failure.
 *
 * @param db the connection of the short writes
 */
export function longWrites(
  { path, assertOpen, observer }: ThreadOptions,
  db: Kysely<Tables>,
): LongWrites {
  const turn = new FairSemaphore(1, MAX_WAITING);
  let thread: SqliteThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const end = (): Promise<unknown> => {
    ended = Promise.allSettled([thread?.close()]);
    thread = undefined;
    return ended;
  };
  const begin = async (): Promise<SqliteThread> => {
    clearTimeout(idle);
    idle = undefined;
    // Otherwise a short write would move the log.
    await checkpointAfter(0, db);
    if (thread === undefined || thread.hasEnded) thread = new SqliteThread(path, 'writer');
    return thread;
  };

  return {
    run: ({ signal }, work) =>
      turn.run(signal, async () => {
        assertOpen();
        let isDone = false;
        try {
          const own = (await begin()).open({ observer });
          try {
            const result = await work(own, () => turn.waiting > 0);
            isDone = true;
            return result;
          } catch (error) {
            // What is refused changed nothing.
            isDone = error instanceof StoreBusy;
            throw error;
          } finally {
            await moveLog(own);
          }
        } finally {
          // The store may be closed by now.
          await checkpointAfter(CHECKPOINT_PAGES, db).catch(() => {});
          if (isDone && !isClosed) idle = setTimeout(() => void end(), IDLE_MS).unref();
          else await end();
        }
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(idle);
      if (idle !== undefined) await end();
      await ended;
    },
  };
}

/** Moves the log into the file. If that fails, SQLite tries again at a later commit. */
export async function moveLog(own: Kysely<Tables>): Promise<void> {
  await CHECKPOINT.execute(own).catch(() => {});
  await TRUNCATE.execute(own).catch(() => {});
}

/** Sets after how many pages of the log a commit moves them into the file; 0 means never. */
async function checkpointAfter(pages: number, db: Kysely<Tables>): Promise<void> {
  await sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(db);
}
