import type { SelectQueryBuilder, Transaction } from 'kysely';
import { LIVE, SYNCED } from './coverage-text.ts';
import type { JsonRows } from './json-rows.ts';
import { rowGroups } from './row-groups.ts';
import type { Tables } from './tables.ts';

/**
 * Makes the coverage of projects live, except of those that a sync lists. Locks the projects before anything else and in
 * one order, so that writers can't deadlock. Returns the ids of those that exist.
 */
export async function coverProjects(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  ids: readonly string[],
  lock: Lock,
): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (const { rows } of rowGroups(jsonRows, ids, (id) => id)) {
    for (const id of await coverGroup(transaction, rows, lock)) there.add(id);
  }
  return there;
}

type Lock = <Row>(
  query: SelectQueryBuilder<Tables, 'projects', Row>,
) => SelectQueryBuilder<Tables, 'projects', Row>;

async function coverGroup(
  transaction: Transaction<Tables>,
  ids: readonly string[],
  lock: Lock,
): Promise<readonly string[]> {
  const query = transaction
    .selectFrom('projects')
    .select(['id', 'coverage'])
    .where('id', 'in', ids)
    .orderBy('id');
  const projects = await lock(query).execute();
  const stale = projects.filter(
    ({ coverage }) => coverage === null || (coverage !== LIVE && !coverage.endsWith(SYNCED)),
  );
  if (stale.length > 0) {
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
  return projects.map(({ id }) => id);
}
