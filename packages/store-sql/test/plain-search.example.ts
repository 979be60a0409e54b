import type { ScheduledChangeRequestReader } from '@forewarn/store';
import { searchResult, type SearchRow, touchOf } from '@forewarn/store-sql';
import { sql } from 'kysely';
import type { PlainSession } from './plain-reads.example.ts';

/** The rule in SQL: `matchesAny` of `@forewarn/core` over the projection. */
export function plainSearch(session: PlainSession): Pick<ScheduledChangeRequestReader, 'search'> {
  return {
    search: ({ projectId, anyOf }, options) =>
      session.read(async (db) => {
        const asked = JSON.stringify(anyOf.map(touchOf));
        const { rows } = await sql<SearchRow>`
          select p.coverage, c.id, c.environment, c.title
          from projects p
          left join change_requests c on c.project_id = p.id and c.id in (
            select t.change_request_id
            from ${session.jsonRows(asked, { kind: 'smallint', value: 'text' })}
            join touches t on t.kind = json_rows.kind and t.value = json_rows.value
            where t.project_id = ${projectId}
          )
          where p.id = ${projectId}
          order by c.id`.execute(db);
        return searchResult(projectId, rows);
      }, options),
  };
}
