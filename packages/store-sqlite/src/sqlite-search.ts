import type { DatabaseSync } from 'node:sqlite';
import type {
  ReadOptions,
  ScheduledChangeRequestReader,
  ScheduledChangeRequestSearch,
} from '@forewarn/core';
import {
  searchResult,
  type SearchRow,
  type SqlSession,
  type StatementObserver,
  touchOf,
} from '@forewarn/store-sql';
import type { SlicedSearch } from './sliced-search.ts';

/** Maximum targets of a search that is tried in one go. */
const MAX_TARGETS = 100;
/** Maximum rows of the projection that a search reads in one go: a few milliseconds. */
const MAX_TOUCHES = 2_000;

const TOUCHED = `
    select t.change_request_id as id
    from json_each(?) asked
    cross join touches t on t.project_id = ?
      and t.kind = asked.value ->> 'kind' and t.value = asked.value ->> 'value'
    limit ${MAX_TOUCHES + 1}`;

/**
 * The rule in SQL: `matchesAny` of `@forewarn/core` over the projection. Node 22.18 can't bind by number, so the
 * project is bound twice.
 */
const SEARCH = `
  select p.coverage, c.id, c.environment, c.title
  from projects p
  left join change_requests c on c.project_id = p.id and c.id in (${TOUCHED})
  where p.id = ?
  order by c.id`;

/** The same, and how many rows of the projection it read. */
const COUNTED_SEARCH = `
  with touched as materialized (${TOUCHED})
  select p.coverage, c.id, c.environment, c.title, (select count(*) from touched) as touches
  from projects p
  left join change_requests c on c.project_id = p.id and c.id in (select id from touched)
  where p.id = ?
  order by c.id`;

interface CountedRow extends SearchRow {
  readonly touches: number;
}

/**
 * Each search is one run of a prepared statement, on a connection that writes do not delay. One that would delay
 * the event loop goes to `slicedSearch` instead.
 */
export function sqliteSearch(
  session: SqlSession,
  reader: DatabaseSync,
  slicedSearch: SlicedSearch,
  observer?: StatementObserver,
): Pick<ScheduledChangeRequestReader, 'search'> {
  const statement = reader.prepare(SEARCH);
  const counted = reader.prepare(COUNTED_SEARCH);
  const observed = <T>(send: () => Promise<T>): Promise<T> =>
    observer === undefined ? send() : observer.statement(SEARCH, send);
  const rowsOf = async (
    { projectId, anyOf }: ScheduledChangeRequestSearch,
    options?: ReadOptions,
  ) => {
    const asked = JSON.stringify(anyOf.map(touchOf));
    if (anyOf.length > MAX_TARGETS) return slicedSearch(asked, projectId, options);
    const values = [asked, projectId, projectId] as const;
    const rows = statement.all(...values) as unknown as readonly SearchRow[];
    // A change request is read at most once per target, so that few of them mean few rows.
    if (rows.length * anyOf.length <= MAX_TOUCHES) return rows;
    const whole = counted.all(...values) as unknown as readonly CountedRow[];
    const isWhole = (whole[0]?.touches ?? 0) <= MAX_TOUCHES;
    return isWhole ? whole : slicedSearch(asked, projectId, options);
  };
  return {
    search: (search, options) =>
      session.read(
        async () => searchResult(search.projectId, await observed(() => rowsOf(search, options))),
        options,
      ),
  };
}
