import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { type LongWrites, moveLog } from './long-writes.ts';
import { endOfSlice, nextDeletion, removeSlice } from './mark-deleted.ts';

/** Longer than a write waits before it tries again, so that those that wait pass between two slices. */
const GAP_MS = 60;
/** How long to wait when the file can't be used. */
const RETRY_MS = 1_000;

/** Removes the change requests of deleted projects. */
export interface ProjectDeletions {
  /** Removes what there is to remove, in commits that others pass. Goes on until it is done or the store is closed. */
  resume(): void;
  /** Ends between two commits. The next store that opens the file goes on. */
  close(): Promise<void>;
}

/** The options of {@link projectDeletions}. */
interface ProjectDeletionsOptions {
  /** On a connection that does not check foreign keys. */
  readonly writeLong: LongWrites;
  /** Runs one transaction. */
  readonly transact: (
    own: Kysely<Tables>,
    work: (transaction: Kysely<Tables>) => Promise<void>,
  ) => Promise<unknown>;
  readonly isUnavailable: (error: unknown) => boolean;
}

/** Makes {@link ProjectDeletions}. */
export function projectDeletions(given: ProjectDeletionsOptions): ProjectDeletions {
  const { writeLong, transact, isUnavailable } = given;
  const closing = new AbortController();
  let running: Promise<void> | undefined;

  const pause = (ms: number): Promise<unknown> =>
    delay(ms, undefined, { signal: closing.signal }).catch(() => {});

  /** Returns whether everything is removed. */
  const removeSlices = async (own: Kysely<Tables>, othersWait: () => boolean): Promise<boolean> => {
    while (!closing.signal.aborted && !othersWait()) {
      const id = await nextDeletion(own);
      if (id === undefined) return true;
      // What is deleted does not change, so that a transaction need not look for it.
      const end = await endOfSlice(own, id);
      await transact(own, (transaction) => removeSlice(transaction, id, end));
      await moveLog(own);
      await pause(GAP_MS);
    }
    return false;
  };
  const removeAll = async (): Promise<void> => {
    let isDone = false;
    while (!isDone && !closing.signal.aborted) {
      try {
        isDone = await writeLong({}, removeSlices);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        await pause(RETRY_MS);
      }
    }
  };
  return {
    resume: () => {
      running ??= removeAll().finally(() => {
        running = undefined;
      });
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
