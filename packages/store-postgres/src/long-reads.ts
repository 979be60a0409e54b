import { type ListingPlace, UNSCHEDULED } from '@forewarn/record';
import {
  ASKED_COLUMNS,
  LISTING_START,
  passes,
  type TouchingRow,
  touchingOfRows,
  portableReadDialect,
  type ProjectRow,
  type ReadDialect,
  type SqlSession,
} from '@forewarn/store-sql';
import { type RawBuilder, sql } from 'kysely';
import { ok } from 'neverthrow';
import { atOneMoment } from './citus/routed-session.ts';
import { postgresJsonRows } from './postgres-json-rows.ts';
import { ReadOnlyServer } from './session/postgres-errors.ts';
import type { PostgresSession } from './session/postgres-session.ts';

/** Reads of lists. They do not join the batches of searches, which would wait for them. */
export function longReads(
  session: PostgresSession,
  isRouted: boolean,
): Pick<SqlSession, 'reads' | 'readLong'> {
  const dialect = isRouted ? routedReadDialect : plainReadDialect;
  const snapshot = isRouted ? atOneMoment : repeatableRead;
  return {
    reads: dialect,
    readLong: (work, options = {}) =>
      session.call(options, async (signal) =>
        ok(
          await session.readOnce(signal, (db) => snapshot(db, (own) => work(own, signal)), options),
        ),
      ),
  };
}

/** Runs statements that see one moment, on one machine. It may not be read-only, which is how a standby is known. */
const repeatableRead: typeof atOneMoment = (db, work) =>
  db.transaction().setIsolationLevel('repeatable read').execute(work);

const IS_READ_ONLY = sql`current_setting('transaction_read_only') = 'on'`;
const isReadOnly = sql<{ readonly is_read_only: boolean }>`select ${IS_READ_ONLY} as is_read_only`;

const readDialect = (isOneOf: ReadDialect['isOneOf']): ReadDialect => ({
  ...portableReadDialect(postgresJsonRows, isOneOf),

  projectsIn: async (db, ids) => {
    const isAsked = ids === undefined ? sql`true` : sql`id = any(${ids})`;
    const { rows } = await sql<ProjectRow & { readonly is_read_only: boolean }>`
      select id, coverage, ${IS_READ_ONLY} as is_read_only from projects where ${isAsked}`.execute(
      db,
    );
    // A standby may lack a project that was just registered.
    const [{ is_read_only } = { is_read_only: true }] =
      rows.length > 0 ? rows : (await isReadOnly.execute(db)).rows;
    if (is_read_only) throw new ReadOnlyServer();
    return rows.toSorted((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  },
});

/** How tables that are distributed by project are read. */
const routedReadDialect = readDialect((column, values) => sql`${sql.ref(column)} = any(${values})`);

/** Postgres compares a value with each of a list that is a parameter, and looks it up in the rows of a query. */
const MAX_COMPARED = 8;

// "is true" keeps the planner from reading all of a project to find some of it.
const isOneOf: ReadDialect['isOneOf'] = (column, values) =>
  values.length > MAX_COMPARED
    ? sql`(${sql.ref(column)} in (select unnest(${values}::text[]))) is true`
    : sql`(${sql.ref(column)} = any(${values})) is true`;

/** How tables that are all on one machine are read: a page by the first rows of a range of the index per project. */
const plainReadDialect: ReadDialect = {
  ...readDialect(isOneOf),

  joinsProjects: true,

  firstPlaces: async (db, query, projectIds) => {
    const { after = LISTING_START, limit } = query;
    // Those of a project before that of the cursor begin after its time. What is no column has the database's own collation.
    const firstOfEach = (count: number, end = sql``): RawBuilder<unknown> => sql`
      cross join lateral (
        select c.project_id, c.scheduled_at, c.id from change_requests c
        where c.project_id = s.id
          and (c.scheduled_at, c.id) > (${after.scheduledAt}::bigint, case
            when s.id collate "C" > ${after.projectId} then -1
            when s.id = ${after.projectId} then ${after.id}::bigint
            else ${sql.lit(Number.MAX_SAFE_INTEGER)} end)
          and ${passes(query, isOneOf)} ${end}
        order by c.scheduled_at, c.id
        limit ${count}
      ) c
      order by c.scheduled_at, c.project_id, c.id
      limit ${limit + 1}`;
    // A page has change requests of no more projects than it has change requests: those whose first ones come first. If there
    // are as many, none on the page is later than the last of these.
    const { rows } = await sql<ListingPlace>`
      with firsts as materialized (
        select s.id, c.scheduled_at from unnest(${projectIds}::text[]) as s (id) ${firstOfEach(1)}
      ), last as materialized (
        select case when count(*) > ${limit}::int then max(scheduled_at) else ${sql.lit(UNSCHEDULED)} end as time
        from firsts
      )
      select c.scheduled_at as "scheduledAt", c.project_id as "projectId", c.id
      from firsts s ${firstOfEach(limit + 1, sql`and c.scheduled_at <= (select time from last)`)}
    `.execute(db);
    return rows;
  },
  async *soonestTouching(db, { targets, where, limit }) {
    const { rows } = await sql<TouchingRow>`
      select json_rows.no, t.project_id, t.id, t.due
      from ${postgresJsonRows(JSON.stringify(targets), ASKED_COLUMNS.touches)} cross join lateral (
        select t.project_id, t.change_request_id as id, t.scheduled_at as due from touches t
        where t.kind = json_rows.kind and t.value = json_rows.value
          and ${where}
        order by t.scheduled_at, t.project_id, t.change_request_id
        limit ${sql.lit(limit)}
      ) t`.execute(db);
    yield* touchingOfRows(rows);
  },
};
