import type { Transaction } from 'kysely';
import { compileOnce } from '../session/compile-once.ts';
import { LIVE } from '../reads/coverage-text.ts';
import { rowGroups } from '../session/row-groups.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { Tables } from '../schema/tables.ts';

/**
 * Makes projects live in which nothing was recorded yet and that no import named. Locks the projects before anything else
 * and in one order, so that writers can't deadlock. Returns the ids of those that exist.
 */
export async function coverProjects(
  session: SqlSession,
  transaction: Transaction<Tables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (const { rows } of rowGroups(session.jsonRows, ids, (id) => id)) {
    const query = transaction
      .selectFrom('projects')
      .select(['id', 'coverage'])
      .where('id', 'in', rows)
      .orderBy('id');
    const projects = await session.forNoKeyUpdate(query).execute();
    await coverNew(transaction, projects);
    for (const { id } of projects) there.add(id);
  }
  return there;
}

interface LockedProject {
  readonly id: string;
  readonly coverage: string | null;
}

const lockOne = compileOnce((db, { id }: { readonly id: string }, session: SqlSession) =>
  session
    .forKeyShare(db.selectFrom('projects').select(['id', 'coverage']).where('id', '=', id))
    .compile(),
);

/** Does the same for one project, but locks it only against deletion. Returns whether it exists. */
export async function coverProject(
  session: SqlSession,
  transaction: Transaction<Tables>,
  id: string,
): Promise<boolean> {
  const { rows } = await lockOne(transaction, { id }, session);
  await coverNew(transaction, rows);
  return rows.length > 0;
}

async function coverNew(
  transaction: Transaction<Tables>,
  projects: readonly LockedProject[],
): Promise<void> {
  const ids = projects.filter(({ coverage }) => coverage === null).map(({ id }) => id);
  if (ids.length === 0) return;
  // An import can name the project meanwhile.
  await transaction
    .updateTable('projects')
    .set({ coverage: LIVE })
    .where('id', 'in', ids)
    .where('coverage', 'is', null)
    .execute();
}
