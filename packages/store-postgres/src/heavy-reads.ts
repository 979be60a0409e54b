import {
  type ImpactFindings,
  type ImpactSearch,
  type ListingPlace,
  type ReadOptions,
  type StoreUnavailable,
  UNSCHEDULED,
} from '@forewarn/core';
import {
  impactIn,
  LISTING_START,
  pageIn,
  passes,
  type ReadDialect,
  type Tables,
} from '@forewarn/store-sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ok, type ResultAsync } from 'neverthrow';
import { plainImpact } from './plain-impact.ts';
import type { PostgresSession } from './session/postgres-session.ts';
import { routedReadDialect } from './citus/routed-read-dialect.ts';
import { atOneMoment } from './citus/routed-session.ts';

/** Reads something of one moment that can be very many rows. */
type HeavyRead<Question, Found> = (
  db: Kysely<Tables>,
  question: Question,
  signal: AbortSignal,
) => Promise<Found>;

/** Impacts and listings. They do not join the batches of searches, which would wait for them. */
export function heavyReads(session: PostgresSession, isRouted: boolean) {
  const limited =
    <Question, Found>(read: HeavyRead<Question, Found>) =>
    (question: Question, options?: ReadOptions): ResultAsync<Found, StoreUnavailable> =>
      session.call(options, (signal) =>
        session.heavy.run(
          signal,
          async () => ok(await session.readOnce(signal, (db) => read(db, question, signal))),
          options?.caller,
        ),
      );
  const dialect = isRouted ? routedReadDialect : plainReadDialect;
  const snapshot = isRouted ? atOneMoment : repeatableRead;
  /** Runs the statements that all SQL databases share. */
  const shared =
    <Question, Found>(
      read: (
        db: Kysely<Tables>,
        question: Question,
        dialect: ReadDialect,
        signal: AbortSignal,
      ) => Promise<Found>,
    ): HeavyRead<Question, Found> =>
    (db, question, signal) =>
      snapshot(db, (transaction) => read(transaction, question, dialect, signal));
  return {
    // In one statement, an impact of few targets takes less than half the time.
    impact: limited<ImpactSearch, ImpactFindings>(isRouted ? shared(impactIn) : plainImpact),
    list: limited(shared(pageIn)),
  };
}

/** Runs statements that see one moment, on one machine. It may not be read-only, which is how a standby is known. */
const repeatableRead: typeof atOneMoment = (db, work) =>
  db.transaction().setIsolationLevel('repeatable read').execute(work);

/** How tables that are all on one machine are read: a page by the first rows of a range of the index per project. */
const plainReadDialect: ReadDialect = {
  ...routedReadDialect,

  isOneOf,

  firstPlaces: async (db, query, projectIds) => {
    const { after = LISTING_START, limit } = query;
    // Those of a project before that of the cursor begin after its time.
    const firstOfEach = (count: number, end = sql``): RawBuilder<unknown> => sql`
      cross join lateral (
        select c.project_id, c.scheduled_at, c.id from change_requests c
        where c.project_id = s.id
          and (c.scheduled_at, c.id) > (${after.scheduledAt}::bigint, case
            when s.id > ${after.projectId} then -1
            when s.id = ${after.projectId} then ${after.id}::bigint
            else ${sql.lit(Number.MAX_SAFE_INTEGER)} end)
          and ${passes(query, { isOneOf })} ${end}
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
};

// "is true" keeps the planner from reading all of a project to find some of it.
function isOneOf(column: string, values: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} = any(${values})) is true`;
}
