import { LIVE, NONE } from '../reads/project-rows.ts';
import { among, rowGroups } from '../session/json-rows.ts';
import type { Lock, Writing } from '../session/sql-session.ts';

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
  how: Lock,
): Promise<string | undefined> {
  const there = await lockProjects(to, ids, how);
  const uncovered = [...there].flatMap(([id, coverage]) => (coverage === null ? [id] : []));
  if (uncovered.length > 0) {
    // An import can name the project meanwhile.
    await to.transaction
      .updateTable('projects')
      .set({ coverage: LIVE })
      .where('id', 'in', uncovered)
      .where('coverage', 'is', null)
      .execute();
  }
  return ids.find((id) => !there.has(id));
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
