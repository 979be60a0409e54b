import type { ScheduledChangeRequestRepository } from '@forewarn/core';
import { searchAnswer, type SearchRow, type SqlSession, touchOf } from '@forewarn/store-sql';
import { sql } from 'kysely';

/** The rule in SQL: `matchesAny` of `@forewarn/core` over the projection. */
export function postgresSearch(session: SqlSession): ScheduledChangeRequestRepository {
  return {
    search: ({ projectId, anyOf }) =>
      session.read(async (db) => {
        const asked = anyOf.map(touchOf);
        const kinds = asked.map(({ kind }) => kind);
        const values = asked.map(({ value }) => value);
        const { rows } = await sql<SearchRow>`
          select c.id, c.environment, c.title
          from projects p
          left join change_requests c on c.project_id = p.id and c.id = any (array(
            select t.change_request_id
            from unnest(${kinds}::smallint[], ${values}::text[]) as asked (kind, value)
            join touches t on t.project_id = ${projectId}
              and t.kind = asked.kind and t.value = asked.value
          ))
          where p.id = ${projectId}
          order by c.id`.execute(db);
        return searchAnswer(projectId, rows);
      }),
  };
}
