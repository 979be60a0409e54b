import { compileOnce } from '../session/compile-once.ts';
import { LIVE, NONE } from '../reads/project-rows.ts';
import { among, rowGroups } from '../session/json-rows.ts';
import type { Lock, SqlSession, Writing } from '../session/sql-session.ts';

/** Locks projects in one order, so that writers can't deadlock. Returns the coverages of those that exist, by id. */
export async function lockProjects(
  { session, transaction }: Writing,
  ids: readonly string[],
  how: Lock,
): Promise<ReadonlyMap<string, string | null>> {
  const there = new Map<string, string | null>();
  for (const { rows, projectId } of rowGroups(session.jsonRows, ids, (id) => id)) {
    const query = transaction
      .selectFrom('projects')
      .select(['id', 'coverage'])
      .where('id', 'in', projectId === undefined ? among(session.jsonRows, rows) : [projectId])
      .orderBy('id');
    for (const { id, coverage } of await session.lock(query, how).execute()) {
      there.set(id, coverage);
    }
  }
  return there;
}

/**
 * Makes projects live in which nothing was recorded yet and that no import named. Locks the projects, before anything
 * else. Returns the first of them that does not exist.
 */
export async function coverProjects(
  to: Writing,
  ids: readonly string[],
): Promise<string | undefined> {
  const there = await lockProjects(to, ids, 'forNoKeyUpdate');
  await coverNew(to, [...there]);
  return ids.find((id) => !there.has(id));
}

const lockOne = compileOnce((db, { id }: { readonly id: string }, session: SqlSession) =>
  session
    .lock(db.selectFrom('projects').select(['id', 'coverage']).where('id', '=', id), 'forKeyShare')
    .compile(),
);

/** Does the same for one project, but locks it only against deletion. Returns whether it exists. */
export async function coverProject(to: Writing, id: string): Promise<boolean> {
  const { rows } = await lockOne(to.transaction, { id }, to.session);
  await coverNew(
    to,
    rows.map((row) => [row.id, row.coverage]),
  );
  return rows.length > 0;
}

async function coverNew(
  { transaction }: Writing,
  projects: readonly (readonly [id: string, coverage: string | null])[],
): Promise<void> {
  const ids = projects.flatMap(([id, coverage]) => (coverage === null ? [id] : []));
  if (ids.length === 0) return;
  // An import can name the project meanwhile.
  await transaction
    .updateTable('projects')
    .set({ coverage: LIVE })
    .where('id', 'in', ids)
    .where('coverage', 'is', null)
    .execute();
}

/** Keeps later writes from making projects live. One that is live stays live. */
export async function markImported(
  { transaction, session }: Writing,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('projects')
    .set({ coverage: NONE })
    .where('coverage', 'is', null)
    .where('id', 'in', among(session.jsonRows, [...new Set(ids)]))
    .execute();
}
