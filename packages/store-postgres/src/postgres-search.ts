import type { ScheduledChangeRequestReader, ScheduledChangeRequestSearch } from '@forewarn/core';
import {
  attempt,
  searchAnswer,
  type SearchRow,
  type SqlSession,
  type Tables,
  touchOf,
} from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { observedJoined } from './observed-joined.ts';
import type { PostgresSettings, TimeLimits } from './postgres-settings.ts';

/**
 * The rule in SQL: `matchesAny` of `@forewarn/core` over the projection, for any number of searches at once. They come
 * as JSON because the planner guesses the same length for any of it, and so keeps one plan for all; for arrays it would
 * plan anew each time.
 */
export const SEARCH = `
  with asked as materialized (
    select no, project_id, kind, value
    from json_to_recordset($2::json) as a (no int, project_id text, kind smallint, value text)
  ), matches as (
    select distinct a.no, a.project_id, t.change_request_id
    from asked a
    join touches t on t.project_id = a.project_id and t.kind = a.kind and t.value = a.value
  )
  select s.no, null::bigint as id, null as environment, null as title
  from json_to_recordset($1::json) as s (no int, project_id text)
  join projects p on p.id = s.project_id
  union all
  select m.no, c.id, c.environment, c.title
  from matches m
  join change_requests c on c.project_id = m.project_id and c.id = m.change_request_id
  order by 1, 2`;

interface Row extends SearchRow {
  /** Which of the searches it belongs to. */
  readonly no: number;
}

/** Searches that wait at the same moment are one statement. */
export function postgresSearch(
  session: SqlSession,
  db: Kysely<Tables>,
  { waitMs, observer }: Pick<TimeLimits, 'waitMs'> & Pick<PostgresSettings, 'observer'>,
): Pick<ScheduledChangeRequestReader, 'search'> {
  const search = observedJoined('search', observer, {
    ask: async (searches: readonly ScheduledChangeRequestSearch[]) => {
      const query = CompiledQuery.raw(SEARCH, parametersOf(searches));
      const { rows } = await db.executeQuery<Row>(query);
      const rowsOf = searches.map((): Row[] => []);
      for (const row of rows) rowsOf[row.no]?.push(row);
      return rowsOf;
    },
    canRepeat: () => true,
    withinMs: waitMs,
  });
  return {
    search: (asked, options) =>
      attempt(
        session.isUnavailable,
        async () => searchAnswer(asked.projectId, await search(asked)),
        options,
      ),
  };
}

function parametersOf(searches: readonly ScheduledChangeRequestSearch[]): unknown[] {
  const asked = searches.flatMap(({ projectId, anyOf }, no) =>
    anyOf.map((target) => ({ no, project_id: projectId, ...touchOf(target) })),
  );
  return [
    JSON.stringify(searches.map(({ projectId }, no) => ({ no, project_id: projectId }))),
    JSON.stringify(asked),
  ];
}
