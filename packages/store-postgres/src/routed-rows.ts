import type { Tables } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { ReadOnlyServer } from './postgres-errors.ts';

interface Project {
  readonly id: string;
  readonly coverage: string | null;
}

/** Reads projects that are distributed, in byte order. Throws `ReadOnlyServer` when a machine that has one is read-only. */
export async function projectsOf(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<readonly Project[]> {
  const { rows } = await sql<Project & { readonly is_read_only: boolean }>`
    select id, coverage, current_setting('transaction_read_only') = 'on' as is_read_only
    from projects where id = any(${ids})`.execute(db);
  if (rows.some((row) => row.is_read_only)) throw new ReadOnlyServer();
  return rows.toSorted((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
}

interface BodyAt {
  readonly project_id: string;
  readonly id: number;
  /** A number of the caller's. */
  readonly position: number;
}

/** Reads the JSON texts of change requests that are distributed, in ascending order of position. */
export async function bodiesOf(
  db: Kysely<Tables>,
  found: readonly BodyAt[],
): Promise<readonly { readonly position: number; readonly text: string }[]> {
  if (found.length === 0) return [];
  const keys = found.map(({ project_id, id, position }) => ({ project_id, id, position }));
  const projectIds = [...new Set(found.map(({ project_id }) => project_id))];
  const { rows } = await sql<{ position: number; text: string }>`
    select k.position, c.body as text
    from json_to_recordset(${JSON.stringify(keys)}::json) as k (project_id text, id bigint, position bigint)
    join change_requests c on c.project_id = k.project_id and c.id = k.id
    where c.project_id = any(${projectIds})`.execute(db);
  return rows.toSorted((a, b) => a.position - b.position);
}
