import type { ScheduledChangeRequestRepository } from '@forewarn/core';
import { searchAnswer, type SearchRow, type SqlSession, touchOf } from '@forewarn/store-sql';
import { sql } from 'kysely';

/** The rule in SQL: `matchesAny` of `@forewarn/core` over the projection. */
export function sqliteSearch(session: SqlSession): ScheduledChangeRequestRepository {
  return {
    search: ({ projectId, anyOf }) =>
      session.read(async (db) => {
        const asked = JSON.stringify(anyOf.map(touchOf));
        const { rows } = await sql<SearchRow>`
          select c.id, c.environment, c.title
          from projects p
          left join change_requests c on c.project_id = p.id and c.id in (
            select t.change_request_id
            from json_each(${asked}) asked
            cross join touches t on t.project_id = ${projectId}
              and t.kind = asked.value ->> 'kind' and t.value = asked.value ->> 'value'
          )
          where p.id = ${projectId}
          order by c.id`.execute(db);
        return searchAnswer(projectId, rows);
      }),
  };
}
