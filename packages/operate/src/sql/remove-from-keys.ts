import { among, type Writing } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { endSessionsOf } from './sql-sessions.ts';

/**
 * Removes a project from the keys that are limited to it, and the keys without a project left. The transaction must have
 * locked the project, so that no key is created for it meanwhile.
 */
export async function removeFromKeys(
  { session, transaction }: Writing<'lock' | 'jsonRows'>,
  projectId: string,
): Promise<void> {
  // The id as it is in the JSON of the list. It can find too many keys.
  const pattern = `%${JSON.stringify(projectId).replaceAll(/[~%_]/g, '~$&')}%`;
  const query = transaction
    .selectFrom('forewarn_api_keys')
    .select(['name', 'projects'])
    .where(sql<boolean>`projects like ${pattern} escape '~'`)
    .orderBy('name');
  const limited = (await session.lock(query, 'forUpdate').execute()).flatMap(
    ({ name, projects: json }) => {
      const before = JSON.parse(json ?? '[]') as readonly string[];
      const projects = before.filter((id) => id !== projectId);
      return projects.length === before.length ? [] : [{ name, projects }];
    },
  );
  const rows = limited.map(({ name, projects }) => ({ name, projects: JSON.stringify(projects) }));
  if (rows.length === 0) return;
  await sql`
    update forewarn_api_keys set projects = json_rows.projects
    from ${session.jsonRows(JSON.stringify(rows), { name: 'text', projects: 'text' })}
    where forewarn_api_keys.name = json_rows.name`.execute(transaction);
  const revoked = rows.flatMap(({ name, projects }) => (projects === '[]' ? [name] : []));
  const gone = await transaction
    .deleteFrom('forewarn_api_keys')
    .where('name', 'in', among(session.jsonRows, revoked))
    .returning('secret_hash')
    .execute();
  await endSessionsOf(transaction, gone);
}
