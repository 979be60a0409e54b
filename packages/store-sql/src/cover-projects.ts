import type { Transaction } from 'kysely';
import { compileOnce } from './compile-once.ts';
import { LIVE, SYNCED } from './coverage-text.ts';
import { rowGroups } from './row-groups.ts';
import type { SqlSession } from './sql-session.ts';
import type { Tables } from './tables.ts';

/**
 * Makes the coverage of projects live, except of those that a sync lists. Locks the projects before anything else and in
 * one order, so that writers can't deadlock. Returns the ids of those that exist.
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
    await coverStale(transaction, projects);
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

/** Makes the coverage of one project live, as {@link coverProjects} does, but locks it only against deletion. Returns whether it exists. */
export async function coverProject(
  session: SqlSession,
  transaction: Transaction<Tables>,
  id: string,
): Promise<boolean> {
  const { rows } = await lockOne(transaction, { id }, session);
  await coverStale(transaction, rows);
  return rows.length > 0;
}

async function coverStale(
  transaction: Transaction<Tables>,
  projects: readonly LockedProject[],
): Promise<void> {
  const stale = projects.filter(
    ({ coverage }) => coverage === null || (coverage !== LIVE && !coverage.endsWith(SYNCED)),
  );
  if (stale.length === 0) return;
  // An import can give the project another coverage meanwhile.
  await transaction
    .updateTable('projects')
    .set({ coverage: LIVE })
    .where(
      'id',
      'in',
      stale.map(({ id }) => id),
    )
    .where((eb) => eb.or([eb('coverage', 'is', null), eb('coverage', 'not like', `%${SYNCED}`)]))
    .execute();
}
