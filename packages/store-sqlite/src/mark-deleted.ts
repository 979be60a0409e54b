import { deleteProject, type Tables, type Writing } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { withDeletions } from './deletions-table.ts';

/** Maximum rows of the projection that a commit removes, and bytes of change requests. Further change requests wait. */
const MAX_ROWS = 10_000;
const MAX_BYTES = 4_000_000;
/** Maximum change requests per commit. */
const MAX_CHANGE_REQUESTS = 1_000;

/**
 * Deletes a project in one short commit, whatever its size: the project goes, its event is recorded, and a mark says which
 * change requests are to be removed, and with which events. {@link removeSlice} does that.
 */
export function markDeleted(
  to: Writing<'lock' | 'jsonRows'>,
  id: string,
  by: string,
): ReturnType<typeof deleteProject> {
  return deleteProject(to, id, by, async () => {
    const { transaction } = to;
    const { count } = await transaction
      .selectFrom('change_requests')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow();
    if (count === 0) return;
    await sql`
      insert into sqlite_sequence (name, seq)
      select 'events', 0 where not exists (select 1 from sqlite_sequence where name = 'events')
    `.execute(transaction);
    await sql`
      insert into deletions (project_id, created_by, next_event, last_event)
      select ${id}, ${by}, seq + 1, seq + ${count} from sqlite_sequence where name = 'events'
    `.execute(transaction);
    // The event of the project follows theirs.
    await sql`
      update sqlite_sequence set seq = seq + ${count} where name = 'events'
    `.execute(transaction);
    await removeSlice(transaction, id, await endOfSlice(transaction, id));
  });
}

/** The last change request of the next slice of a deleted project, if any is left. */
export async function endOfSlice(
  db: Kysely<Tables>,
  projectId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; bytes: number; rows: number }>`
    select id, octet_length(body) as bytes,
      (select count(*) from touches t where t.project_id = c.project_id and t.change_request_id = c.id)
      + (select count(*) from doubts d where d.project_id = c.project_id and d.change_request_id = c.id)
      as rows
    from (
      select project_id, id, body from change_requests where project_id = ${projectId}
      order by id limit ${MAX_CHANGE_REQUESTS}
    ) c`.execute(db);
  let [bytes, projected] = [0, 0];
  let last: number | undefined;
  for (const row of rows) {
    bytes += row.bytes;
    projected += row.rows;
    if (last !== undefined && (bytes > MAX_BYTES || projected > MAX_ROWS)) break;
    last = row.id;
  }
  return last;
}

/** Removes the first change requests of a deleted project, and records their events. */
export async function removeSlice(
  transaction: Kysely<Tables>,
  projectId: string,
  end: number | undefined,
): Promise<void> {
  if (end !== undefined) {
    const { numAffectedRows = 0n } = await sql`
      insert into events (id, type, created_at, created_by, project, environment, pre_data)
      select d.next_event - 1 + row_number() over (order by c.id), 'change-request-schedule-withdrawn',
        d.created_at, d.created_by, c.project_id, c.environment, c.body
      from deletions d cross join change_requests c on c.project_id = d.project_id
      where d.project_id = ${projectId} and c.id <= ${end}
      order by c.id`.execute(transaction);
    for (const table of ['touches', 'doubts'] as const) {
      await transaction
        .deleteFrom(table)
        .where('project_id', '=', projectId)
        .where('change_request_id', '<=', end)
        .execute();
    }
    await transaction
      .deleteFrom('change_requests')
      .where('project_id', '=', projectId)
      .where('id', '<=', end)
      .execute();
    await sql`
      update deletions set next_event = next_event + ${Number(numAffectedRows)}
      where project_id = ${projectId}`.execute(transaction);
  }
  // Another process may have removed them.
  await sql`
    delete from deletions where project_id = ${projectId}
      and not exists (select 1 from change_requests where project_id = ${projectId})
  `.execute(transaction);
}

/** The first project whose change requests are to be removed. */
export async function nextDeletion(db: Kysely<Tables>): Promise<string | undefined> {
  const row = await withDeletions(db)
    .selectFrom('deletions')
    .select('project_id')
    .orderBy('project_id')
    .executeTakeFirst();
  return row?.project_id;
}
