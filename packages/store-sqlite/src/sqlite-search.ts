import type {
  ScheduledChangeRequestRepository,
  ScheduledChangeRequestSearch,
} from '@forewarn/core';
import type { StatementSync } from 'node:sqlite';
import {
  searchAnswer,
  type SearchRow,
  type SqlSession,
  type StatementObserver,
  touchOf,
} from '@forewarn/store-sql';

/**
 * The rule in SQL: `matchesAny` of `@forewarn/core` over the projection. Node 22.18 can't bind by number, so the
 * project is bound twice.
 */
export const SEARCH = `
  select c.id, c.environment, c.title
  from projects p
  left join change_requests c on c.project_id = p.id and c.id in (
    select t.change_request_id
    from json_each(?) asked
    cross join touches t on t.project_id = ?
      and t.kind = asked.value ->> 'kind' and t.value = asked.value ->> 'value'
  )
  where p.id = ?
  order by c.id`;

/** Each search is one run of a statement that is prepared once, past the query builder and past what writes hold up. */
export function sqliteSearch(
  session: SqlSession,
  statement: StatementSync,
  observer?: StatementObserver,
): ScheduledChangeRequestRepository {
  const rowsOf = ({ projectId, anyOf }: ScheduledChangeRequestSearch) =>
    statement.all(JSON.stringify(anyOf.map(touchOf)), projectId, projectId);
  return {
    search: (asked) =>
      session.read(async () => {
        const rows =
          observer === undefined
            ? rowsOf(asked)
            : await observer.statement(SEARCH, async () => rowsOf(asked));
        return searchAnswer(asked.projectId, rows as unknown as readonly SearchRow[]);
      }),
  };
}
