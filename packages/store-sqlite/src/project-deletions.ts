import { setTimeout as delay } from 'node:timers/promises';
import { StoreBusy } from '@forewarn/core';
import { deleteProject, type Tables, type Writing } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { type LongWrites, moveLog } from './long-writes.ts';

/** Maximum change requests that a commit removes. Further ones wait. */
const MAX_REMOVED = 1_000;
/** Maximum bytes of change requests that a commit removes, if there is more than one. */
const MAX_BYTES = 5_000_000;
/** The bytes that a row of the projection counts for. */
const ROW_BYTES = 400;
/** Longer than a write waits before it tries again, so that those that wait pass between two slices. */
const GAP_MS = 60;
/** How long to wait when the file can't be used, or too many long writes wait. */
const RETRY_MS = 1_000;

/** The mark of a deleted project whose change requests still have rows. The project has none, so that nothing finds them. */
interface DeletionsTable {
  project_id: string;
}

/** Gives the table of deletions, which only SQLite needs, to what knows the tables of all SQL stores. */
const withDeletions = (db: Kysely<Tables>): Kysely<Tables & { deletions: DeletionsTable }> =>
  db.withTables();

/** Rows of a deleted project are in the way of a new one with its id. */
export class BeingDeleted extends StoreBusy {
  constructor(projectId: string) {
    super(`the deleted project ${projectId} is still being removed; try again`);
  }
}

/** Throws {@link BeingDeleted} while change requests of deleted projects with these ids have rows. */
export async function assertRemoved(
  db: Kysely<Tables>,
  projectIds: readonly string[],
): Promise<void> {
  const rows = await withDeletions(db).selectFrom('deletions').select('project_id').execute();
  const found = rows.find(({ project_id }) => projectIds.includes(project_id));
  if (found !== undefined) throw new BeingDeleted(found.project_id);
}

/** Lets long writes delete a project before its change requests. */
export const withoutForeignKeys =
  (writes: LongWrites): LongWrites['run'] =>
  (options, work) =>
    writes.run(options, async (own, othersWait) => {
      await sql`pragma foreign_keys = off`.execute(own);
      try {
        return await work(own, othersWait);
      } finally {
        await sql`pragma foreign_keys = on`.execute(own);
      }
    });

/**
 * Deletes a project in one short commit, whatever its size: the project goes, its event is recorded, and a mark says that its
 * change requests are to be removed. {@link projectDeletions} does that.
 */
export function markDeleted(
  to: Writing<'lock' | 'jsonRows' | 'hooks'>,
  id: string,
  by: string,
): ReturnType<typeof deleteProject> {
  return deleteProject(to, id, by, async () => {
    const { transaction } = to;
    await withDeletions(transaction).insertInto('deletions').values({ project_id: id }).execute();
    await removeUntil(transaction, id, await endOfSlice(transaction, id));
  });
}

/** Removes the change requests of deleted projects. */
export interface ProjectDeletions {
  /** Removes what there is to remove, in commits that others pass. Goes on until it is done or the store is closed. */
  resume(): void;
  /** Ends between two commits. The next store that opens the file goes on. */
  close(): Promise<void>;
}

/**
 * Makes {@link ProjectDeletions}.
 *
 * @param writeLong on a connection that does not check foreign keys
 * @param transact runs one transaction
 */
export function projectDeletions(
  writeLong: LongWrites['run'],
  transact: (
    own: Kysely<Tables>,
    work: (transaction: Kysely<Tables>) => Promise<void>,
  ) => Promise<unknown>,
  isUnavailable: (error: unknown) => boolean,
): ProjectDeletions {
  const closing = new AbortController();
  let running: Promise<void> | undefined;

  const pause = (ms: number): Promise<unknown> =>
    delay(ms, undefined, { signal: closing.signal }).catch(() => {});

  /** Returns whether everything is removed. */
  const removeSlices = async (own: Kysely<Tables>, othersWait: () => boolean): Promise<boolean> => {
    const first = withDeletions(own).selectFrom('deletions').select('project_id').limit(1);
    // At least one, or those that wait for the removal would hold it up.
    do {
      const deletion = await first.executeTakeFirst();
      if (deletion === undefined) return true;
      const { project_id } = deletion;
      // What is deleted does not change, so that a transaction need not look for it.
      const end = await endOfSlice(own, project_id);
      await transact(own, (transaction) => removeUntil(transaction, project_id, end));
      await moveLog(own);
      await pause(GAP_MS);
    } while (!closing.signal.aborted && !othersWait());
    return false;
  };
  const removeAll = async (): Promise<void> => {
    let isDone = false;
    while (!isDone && !closing.signal.aborted) {
      try {
        isDone = await writeLong({}, removeSlices);
      } catch (error) {
        if (!isUnavailable(error) && !(error instanceof StoreBusy)) throw error;
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

/** Finds the last change request of the next slice of a deleted project, if any is left. */
async function endOfSlice(db: Kysely<Tables>, projectId: string): Promise<number | null> {
  const { rows } = await sql<{ end: number | null }>`
    select max(id) as end
    from (
      select id, row_number() over by_id as position, sum(bytes) over by_id as bytes
      from (
        select id, octet_length(body) + ${ROW_BYTES} * (
          (select count(*) from touches t where t.project_id = c.project_id and t.change_request_id = c.id)
          + (select count(*) from doubts d where d.project_id = c.project_id and d.change_request_id = c.id)
        ) as bytes
        from (select * from change_requests where project_id = ${projectId} order by id limit ${MAX_REMOVED}) c
      )
      window by_id as (order by id)
    )
    where position = 1 or bytes <= ${MAX_BYTES}`.execute(db);
  return rows[0]?.end ?? null;
}

/** Removes the first change requests of a deleted project. */
async function removeUntil(
  transaction: Kysely<Tables>,
  projectId: string,
  end: number | null,
): Promise<void> {
  for (const [table, id] of [
    ['touches', 'change_request_id'],
    ['doubts', 'change_request_id'],
    ['change_requests', 'id'],
  ] as const) {
    await sql`
      delete from ${sql.table(table)} where project_id = ${projectId} and ${sql.ref(id)} <= ${end}
    `.execute(transaction);
  }
  // Another process may have removed them.
  await sql`
    delete from deletions where project_id = ${projectId}
      and not exists (select 1 from change_requests where project_id = ${projectId})
  `.execute(transaction);
}
