import type { DatabaseSync } from 'node:sqlite';
import type { ReadOptions, ScheduledChangeRequestSearch } from '@forewarn/core';
import type { ScheduledChangeRequestReader } from '@forewarn/store';
import {
  MAX_SHORT_ROWS,
  searchResult,
  type SearchRow,
  type SqlSession,
  type StatementObserver,
  touchOf,
} from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';
import { ok } from 'neverthrow';

/** Maximum targets of a search that is tried in one go. */
const MAX_TARGETS = 100;

/** The changes that touch a target. Node 22.18 can't bind by number, so the project is bound twice. */
const touched = (limit: string): string => `
    select t.change_request_id as id
    from json_each(?) asked
    cross join touches t on t.project_id = ?
      and t.kind = asked.value ->> 'kind' and t.value = asked.value ->> 'value'
    ${limit}`;
const FIRST_TOUCHED = touched(`limit ${MAX_SHORT_ROWS + 1}`);

/** The rule in SQL: `matchesAny` of `@forewarn/core` over the projection. */
const searchAmong = (ids: string, counted = ''): string => `
  select p.coverage, c.id, c.environment, c.title ${counted}
  from projects p
  left join change_requests c on c.project_id = p.id and c.id in (${ids})
  where p.id = ?
  order by c.id`;
const SEARCH = searchAmong(FIRST_TOUCHED);
const LONG_SEARCH = searchAmong(touched(''));
/** A search, and how many rows of the projection it read. */
const COUNTED_SEARCH = `
  with touched as materialized (${FIRST_TOUCHED})
  ${searchAmong('select id from touched', ', (select count(*) from touched) as touches')}`;

interface CountedRow extends SearchRow {
  readonly touches: number;
}

/**
 * Each search is one run of a prepared statement, on a connection that writes do not delay. One that would delay the event
 * loop runs in a thread instead.
 */
export function sqliteSearch(
  session: SqlSession,
  reader: DatabaseSync,
  observer?: StatementObserver,
): Pick<ScheduledChangeRequestReader, 'search'> {
  const statement = reader.prepare(SEARCH);
  const counted = reader.prepare(COUNTED_SEARCH);
  const observed = <T>(send: () => T): Promise<T> =>
    observer === undefined
      ? Promise.resolve(send())
      : observer.statement(SEARCH, async () => send());
  /** Returns undefined if there are too many rows. */
  const shortSearch = ({ projectId, anyOf }: ScheduledChangeRequestSearch) => {
    if (anyOf.length > MAX_TARGETS) return undefined;
    const values = valuesOf({ projectId, anyOf });
    const rows = statement.all(...values) as unknown as readonly SearchRow[];
    // A change request is read at most once per target, so that few of them mean few rows.
    if (rows.length * anyOf.length <= MAX_SHORT_ROWS) return rows;
    const whole = counted.all(...values) as unknown as readonly CountedRow[];
    return (whole[0]?.touches ?? 0) <= MAX_SHORT_ROWS ? whole : undefined;
  };
  return {
    search: (search, options) =>
      session
        .read(async () => ok(await observed(() => shortSearch(search))), options)
        .andThen((rows) =>
          rows === undefined
            ? searchAtOnce(session).search(search, options)
            : searchResult(search.projectId, rows),
        ),
  };
}

/** Each search is one statement of the session, however long it takes. */
export const searchAtOnce = (session: SqlSession) => ({
  search: (search: ScheduledChangeRequestSearch, options?: ReadOptions) =>
    session.read(
      async (db) => {
        const query = CompiledQuery.raw(LONG_SEARCH, [...valuesOf(search)]);
        const { rows } = await db.executeQuery<SearchRow>(query);
        return searchResult(search.projectId, rows);
      },
      { ...options, isLong: true },
    ),
});

const valuesOf = ({ projectId, anyOf }: ScheduledChangeRequestSearch) =>
  [JSON.stringify(anyOf.map(touchOf)), projectId, projectId] as const;
