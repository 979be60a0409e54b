import type { DatabaseSync } from 'node:sqlite';
import { attempt, type CallOptions, type StoreUnavailable } from '@forewarn/core';
import type { ProjectRepository } from '@forewarn/record';
import {
  type ShortWriteOptions,
  type SqlCapability,
  type SqlReadOptions,
  type SqlSession,
  type SqlWork,
  type StatementObserver,
  type Tables,
  transact,
} from '@forewarn/store-sql';
import { type Kysely, sql, type Transaction } from 'kysely';
import { ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import { type Deadline, deadlineOf, retryWhileBusy, retryWhileLocked } from './deadline.ts';
import { longWrites } from './long-writes.ts';
import {
  assertRemoved,
  markDeleted,
  projectDeletions,
  withoutForeignKeys,
} from './project-deletions.ts';
import { sharedCommits } from './shared-commits.ts';
import { openDatabase, openReader } from './sqlite-database.ts';
import { isUnavailable } from './sqlite-errors.ts';
import { watchFile } from './sqlite-file.ts';
import { sqliteReadDialect, sqliteRows } from './sqlite-read-dialect.ts';
import type { ThreadOptions } from './sqlite-thread.ts';
import { type ThreadReads, threadReads } from './thread-reads.ts';

/** Maximum wait of long work for the write lock. */
const LONG_WAIT_MS = 30_000;
/** Otherwise each commit of more than a few writes would make and remove a file. */
const SAVEPOINTS_IN_MEMORY = 'pragma temp_store = memory;';

const DEADLINE_MS = 5_000;

/** The options of a SQLite store. */
export interface SqliteOptions<
  Capabilities extends readonly SqlCapability[] = readonly SqlCapability[],
> {
  /** Adds their ports to the store, and their tables to the file. Default: none. */
  readonly capabilities?: Capabilities;
  /**
   * Maximum time in milliseconds for a call without a signal; 5,000 if omitted. Imports and exports wait longer for
   * the write lock.
   */
  readonly deadlineMs?: number;
  /** Whether the file may have tables of an application, of other names. By default such a file is refused. */
  readonly sharesFile?: boolean;
  /** Watches each statement. */
  readonly observer?: StatementObserver | undefined;
}

/** A session, and what only SQLite needs. */
interface SqliteSession extends SqlSession {
  /** Deletes a project in a short transaction, and removes its change requests after it. */
  readonly deleteProject: ProjectRepository['delete'];
  /** Goes on with the deletes that another process began. */
  resumeDeletions(): void;
  /** A connection for statements that run whole, and so wait for nothing. */
  readonly reader: DatabaseSync;
  close(): Promise<void>;
}

/** A session on one database file. */
export function sqliteSession(
  path: string,
  { observer, deadlineMs = DEADLINE_MS, capabilities = [] }: SqliteOptions = {},
  file = watchFile(path),
): SqliteSession {
  const db = openDatabase(path, observer, SAVEPOINTS_IN_MEMORY);
  const reader = openReader(path, observer);
  let isClosed = false;
  const cannotBeUsed = (error: unknown): boolean => isClosed || isUnavailable(error);

  const call = <T, E>(
    options: CallOptions = {},
    timeoutMs: number,
    work: (deadline: Deadline) => Promise<Result<T, E>>,
  ): ResultAsync<T, E | StoreUnavailable> =>
    attempt(cannotBeUsed, options, () => work(deadlineOf(options, timeoutMs)));
  const threads: ThreadOptions = {
    path,
    observer,
    assertOpen: () => {
      if (isClosed) throw new Error('the store is closed');
      // To open a file that is gone would make a new one.
      file.assertInPlace();
    },
  };
  const reads = threadReads(threads, deadlineMs);
  const write = sharedCommits(db, () => file.assertInPlace());
  const writeLong = longWrites(threads, db);
  const writeAlone = async <T, E>(
    on: Kysely<Tables>,
    work: SqlWork<T, E>,
    deadline: Deadline,
  ): Promise<Result<T, E>> => {
    file.assertInPlace();
    const result = await retryWhileLocked(
      () =>
        transact(on, async (transaction) => {
          deadline.throwIfExpired();
          const done = await work(transaction);
          // The caller already has the error.
          deadline.signal?.throwIfAborted();
          return done;
        }),
      deadline,
    );
    // A commit to a file that is gone is lost: never acknowledge it.
    file.assertInPlace();
    return result;
  };

  const removeSlice: Parameters<typeof projectDeletions>[1] = (own, work) =>
    writeAlone(
      own,
      async (transaction) => ok(await work(transaction)),
      deadlineOf({}, LONG_WAIT_MS),
    );
  const removeLong = withoutForeignKeys(writeLong);
  const deletions = projectDeletions(removeLong, removeSlice, cannotBeUsed);

  const session: SqliteSession = {
    read: (work, options) =>
      call(options, deadlineMs, (deadline) => {
        file.assertInPlaceLately();
        return retryWhileBusy(async () => {
          const read = await readIn({ db, reader: reader.db, reads }, work, options);
          deadline.signal?.throwIfAborted();
          return read;
        }, deadline);
      }),
    write: <T, E>(work: SqlWork<T, E>, options: ShortWriteOptions = {}) => {
      const { isLong = async () => false } = options;
      const short = async (own: Transaction<Tables>): Promise<Result<T | typeof LONG, E>> =>
        (await isLong(own)) ? ok(LONG) : work(own);
      return call(options, deadlineMs, (deadline) =>
        retryWhileBusy(() => write(short, deadline), deadline),
      ).andThen((done): ResultAsync<T, E | StoreUnavailable> =>
        done === LONG ? session.writeLong(work, options) : okAsync(done),
      );
    },
    writeLong: (work, options = {}) =>
      call(options, LONG_WAIT_MS, (deadline) =>
        retryWhileBusy(
          () => writeLong.run(options, (own) => writeAlone(own, work, deadline)),
          deadline,
        ),
      ),
    readLong: (work, options) =>
      session.read(async (own) => ok(await work(own, options?.signal)), {
        ...options,
        isLong: true,
      }),
    snapshot: (work, options) => reads.snapshot(work, options),
    // The write lock is the whole file's.
    lock: (query) => query,
    sha256: (text) => sql`sha256(${text})`,
    now: sql`cast(round(1000 * unixepoch('subsec')) as integer)`,
    writesAlone: true,
    jsonRows: sqliteRows,
    reads: sqliteReadDialect,
    hooks: capabilities,
    assertRemoved: (transaction, projectIds) =>
      assertRemoved(transaction, projectIds).catch((error: unknown) => {
        // Another process may have ended before all was removed.
        deletions.resume();
        throw error;
      }),
    isUnavailable: cannotBeUsed,
    deleteProject: (id, by, options = {}) =>
      call(options, LONG_WAIT_MS, (deadline) =>
        removeLong(options, (own) =>
          writeAlone(own, (transaction) => markDeleted({ session, transaction }, id, by), deadline),
        ),
      ).andTee(() => deletions.resume()),
    resumeDeletions: () => deletions.resume(),
    reader: reader.statements,
    close: async () => {
      isClosed = true;
      await deletions.close();
      await writeLong.close();
      // The connection that closes last must be able to write, to remove what SQLite keeps beside the file.
      await reads.close();
      await reader.db.destroy();
      await db.destroy();
    },
  };
  return session;
}

/** Runs a read where it delays no other: on the event loop or, if it is long, in the thread. Either way it sees one moment. */
async function readIn<T>(
  to: { readonly db: Kysely<Tables>; readonly reader: Kysely<Tables>; readonly reads: ThreadReads },
  work: (db: Kysely<Tables>) => Promise<T>,
  { isLong, ...options }: SqlReadOptions = {},
): Promise<T> {
  if (isLong === undefined) return work(to.db);
  // It waits for one of the two connections, never for both.
  if (isLong === true || (await isLong(to.reader))) return to.reads.read(work, options);
  return to.db.transaction().setAccessMode('read only').execute(work);
}

const LONG: unique symbol = Symbol('the write takes long');
