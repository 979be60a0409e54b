import type { ScheduledChangeRequestRepository } from '@forewarn/core';
import { searchAnswer, type SearchRow, type SqlSession, touchOf } from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';

/** The rule in SQL: `matchesAny` of `@forewarn/core` over the projection. */
const SEARCH = `
  select c.id, c.environment, c.title
  from projects p
  left join change_requests c on c.project_id = p.id and c.id in (
    select t.change_request_id
    from json_each(?1) asked
    cross join touches t on t.project_id = ?2
      and t.kind = asked.value ->> 'kind' and t.value = asked.value ->> 'value'
  )
  where p.id = ?2
  order by c.id`;

/** Each search is one statement. */
export function sqliteSearch(session: SqlSession): ScheduledChangeRequestRepository {
  return {
    search: ({ projectId, anyOf }) =>
      session.read(async (db) => {
        const asked = JSON.stringify(anyOf.map(touchOf));
        const query = CompiledQuery.raw(SEARCH, [asked, projectId]);
        const { rows } = await db.executeQuery<SearchRow>(query);
        return searchAnswer(projectId, rows);
      }),
  };
}
