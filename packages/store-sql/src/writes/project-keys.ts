import { sql, type Transaction } from 'kysely';
import { rowGroups } from '../session/row-groups.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { Tables } from '../schema/tables.ts';

const KEY_COLUMNS = { name: 'text', projects: 'text' } as const;

/**
 * Removes a project from the keys that are limited to it, and the keys without a project left. The transaction must have
 * locked the project, so that no key is created for it meanwhile.
 */
export async function removeFromKeys(
  session: Pick<SqlSession, 'forUpdate' | 'jsonRows'>,
  transaction: Transaction<Tables>,
  projectId: string,
): Promise<void> {
  // The id as it is in the JSON of the list. It can find too many keys.
  const pattern = `%${JSON.stringify(projectId).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = await session
    .forUpdate(
      transaction
        .selectFrom('api_keys')
        .select(['name', 'projects'])
        .where(sql<boolean>`projects like ${pattern} escape '\\'`)
        .orderBy('name'),
    )
    .execute();
  const limited = found.flatMap(({ name, projects: json }) => {
    const before = JSON.parse(json ?? '[]') as readonly string[];
    const projects = before.filter((id) => id !== projectId);
    return projects.length === before.length ? [] : [{ name, projects }];
  });
  const rows = limited.map(({ name, projects }) => ({ name, projects: JSON.stringify(projects) }));
  if (rows.length === 0) return;
  await sql`
    update api_keys set projects = json_rows.projects
    from ${session.jsonRows(JSON.stringify(rows), KEY_COLUMNS)}
    where api_keys.name = json_rows.name`.execute(transaction);
  const revoked = rows.filter(({ projects }) => projects === '[]');
  await sql`
    delete from api_keys where name in (
      select name from ${session.jsonRows(JSON.stringify(revoked), KEY_COLUMNS)}
    )`.execute(transaction);
}

/** Returns the first project that is not registered. Keeps the others from being deleted until the transaction ends. */
export async function findMissing(
  session: Pick<SqlSession, 'forKeyShare' | 'jsonRows'>,
  transaction: Transaction<Tables>,
  projectIds: readonly string[],
): Promise<string | undefined> {
  const there = new Set<string>();
  for (const { rows } of rowGroups(session.jsonRows, projectIds, (id) => id)) {
    const query = transaction
      .selectFrom('projects')
      .select('id')
      .where('id', 'in', rows)
      .orderBy('id');
    for (const { id } of await session.forKeyShare(query).execute()) there.add(id);
  }
  return projectIds.find((id) => !there.has(id));
}
