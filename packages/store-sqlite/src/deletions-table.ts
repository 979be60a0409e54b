import { StoreBusy, type Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';

/**
 * The mark of a deleted project whose change requests still have rows. The project has none, so that nothing finds them.
 * Their events have ids already: those of the rows that are left follow one another, in ascending order of change request.
 */
export interface DeletionsTable {
  project_id: string;
  created_by: string;
  created_at: string;
  /** The id of the event of the first change request that is left. */
  next_event: number;
  /** The id of the event of the last one. */
  last_event: number;
}

/** A database with the table of deletions, which only SQLite needs. */
export type SqliteDatabase = Kysely<Tables & { deletions: DeletionsTable }>;

/** Gives the table of deletions to what knows only the tables of all SQL stores. */
export const withDeletions = (db: Kysely<Tables>): SqliteDatabase => db.withTables();

/** Throws {@link BeingDeleted} while change requests of deleted projects with these ids have rows. */
export async function assertRemoved(
  db: Kysely<Tables>,
  projectIds: readonly string[],
): Promise<void> {
  const rows = await withDeletions(db).selectFrom('deletions').select('project_id').execute();
  const found = rows.find(({ project_id }) => projectIds.includes(project_id));
  if (found !== undefined) throw new BeingDeleted(found.project_id);
}

/** Rows of a deleted project are in the way of a new one with its id. */
export class BeingDeleted extends StoreBusy {
  constructor(projectId: string) {
    super(`the deleted project ${projectId} is still being removed; try again`);
  }
}
