import type { ReadOptions } from '@forewarn/core';
import { FairSemaphore, untilAborted } from '@forewarn/platform';
import type { Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { deadlineOf } from './deadline.ts';
import { SqliteThread, type ThreadOptions } from './sqlite-thread.ts';

/** Maximum long reads at once. The thread reads for them in turns, a chunk of rows each. */
const MAX_READS = 4;
/** Maximum reads of one caller that wait; further ones are refused. */
const MAX_WAITING = 250;

/** Reads that take long, in a thread of their own: they hold neither the event loop nor a connection that others need. */
export interface ThreadReads {
  /**
   * Runs work that only reads, and sees one moment. Rejects as soon as the signal is aborted; without a signal, it ends
   * after the store's deadline.
   */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** The same for work that no deadline ends. */
  snapshot<T>(work: (db: Kysely<Tables>) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** Ends the thread. Reads that run fail. */
  close(): Promise<void>;
}

/** Makes {@link ThreadReads}. The thread starts at the first one, and again after it failed. */
export function threadReads(
  { path, assertOpen, observer }: ThreadOptions,
  deadlineMs: number,
): ThreadReads {
  const turn = new FairSemaphore(MAX_READS, MAX_WAITING);
  const unused = Array.from({ length: MAX_READS }, (_, connection) => connection);
  let current: SqliteThread | undefined;

  /** Passes a snapshot to work, in its turn. */
  const inSnapshot = <T>(
    work: (db: Kysely<Tables>) => Promise<T>,
    assertWanted: () => void,
    { signal, caller }: ReadOptions,
  ): Promise<T> =>
    turn.run(
      signal,
      async () => {
        assertWanted();
        assertOpen();
        if (current === undefined || current.hasEnded) current = new SqliteThread(path, 'reader');
        const connection = unused.pop();
        if (connection === undefined) throw new Error('more reads than permits');
        const db = current.open({ connection, observer, assertWanted });
        try {
          return await db.transaction().setAccessMode('read only').execute(work);
        } finally {
          unused.push(connection);
        }
      },
      caller,
    );

  return {
    read: (work, options = {}) => {
      const deadline = deadlineOf(options, deadlineMs);
      const read = inSnapshot(work, () => deadline.throwIfExpired(), options);
      // Nothing can hasten the end of a statement that runs.
      return untilAborted(options.signal, read);
    },
    snapshot: (work, options = {}) =>
      inSnapshot(work, () => options.signal?.throwIfAborted(), options),
    close: async () => {
      await current?.close();
    },
  };
}
