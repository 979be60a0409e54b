import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlWork, Tables } from '@forewarn/store-sql';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Result } from 'neverthrow';
import { type Deadline, retryWhileBusy } from './deadline.ts';
import { isBusy } from './sqlite-errors.ts';

/** How long the writes of one commit may hold the event loop, in milliseconds. The last one may take longer. */
const MAX_BATCH_MS = 5;
/** Short, because one retry serves all writes that wait. */
const MAX_RETRY_MS = 10;

const BEGIN = CompiledQuery.raw('savepoint write');
const UNDO = CompiledQuery.raw('rollback to write');
const END = CompiledQuery.raw('release write');

/** A write that waits for its turn. */
interface Waiting {
  readonly deadline: Deadline;
  /** Runs a function in the context of the write's caller, such as its trace. */
  readonly inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  /** Runs the write in that context. Returns a function that passes the result to the caller: call it after the commit. */
  readonly run: (transaction: Transaction<Tables>) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/** Runs a write. */
export type Write = <T, E>(work: SqlWork<T, E>, deadline: Deadline) => Promise<Result<T, E>>;

/**
 * Writes that wait at the same moment share a transaction, and so one wait for the disk. Each has its own savepoint, so a
 * failure undoes only one write. No write waits for others to arrive, and no caller gets a result before the commit.
 *
 * @param assertInPlace throws if the file is gone; a commit to it would be lost
 */
export function sharedCommits(db: Kysely<Tables>, assertInPlace: () => void): Write {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const commitNext = async (): Promise<void> => {
    const taken: Waiting[] = [];
    const resolvers: (() => void)[] = [];
    try {
      assertInPlace();
      await db.transaction().execute(async (transaction) => {
        const endsAt = performance.now() + MAX_BATCH_MS;
        do {
          const next = waiting.shift();
          if (next === undefined) break;
          taken.push(next);
          resolvers.push(await next.run(transaction));
        } while (performance.now() < endsAt);
      });
      assertInPlace();
    } catch (error) {
      if (taken.length === 0 && isBusy(error)) throw error;
      for (const { reject } of taken.length === 0 ? waiting.splice(0) : taken) reject(error);
      return;
    }
    for (const resolve of resolvers) resolve();
  };
  const commitAll = async (): Promise<void> => {
    const deadlines: Deadline = {
      signal: undefined,
      throwIfExpired: () => {
        waiting = waiting.filter(isInTime);
      },
    };
    // Otherwise every commit under load would belong to the trace of the caller that came first of all.
    const commitOne = async (): Promise<void> => waiting[0]?.inContext(commitNext);
    while (waiting.length > 0) await retryWhileBusy(commitOne, deadlines, MAX_RETRY_MS);
    isRunning = false;
  };

  return (work, deadline) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    const inContext = AsyncLocalStorage.snapshot();
    waiting.push({
      deadline,
      inContext,
      reject,
      run: (transaction) =>
        inContext(async () => {
          const ended = await inSavepoint(transaction, work, deadline);
          return 'result' in ended ? () => resolve(ended.result) : () => reject(ended.error);
        }),
    });
    if (!isRunning) {
      isRunning = true;
      void commitAll();
    }
    return promise;
  };
}

/** Returns whether a write has time left, and rejects it otherwise. */
function isInTime({ deadline, reject }: Waiting): boolean {
  try {
    deadline.throwIfExpired();
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}

/** Runs a write. Rejects only if SQLite has ended the whole transaction, as after an error such as a full disk. */
async function inSavepoint<T, E>(
  transaction: Transaction<Tables>,
  work: SqlWork<T, E>,
  deadline: Deadline,
): Promise<{ readonly result: Result<T, E> } | { readonly error: unknown }> {
  await transaction.executeQuery(BEGIN);
  try {
    deadline.throwIfExpired();
    const result = await work(transaction);
    deadline.signal?.throwIfAborted();
    if (result.isErr()) await transaction.executeQuery(UNDO);
    await transaction.executeQuery(END);
    return { result };
  } catch (error) {
    try {
      await transaction.executeQuery(UNDO);
      await transaction.executeQuery(END);
    } catch {
      throw error;
    }
    return { error };
  }
}
