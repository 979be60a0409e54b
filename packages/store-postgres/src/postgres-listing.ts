import {
  type ListingPage,
  type ListingQuery,
  type ReadOptions,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  UNSCHEDULED,
} from '@forewarn/core';
import { coverageOf, type Semaphore, touchOf } from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';
import { ok, type ResultAsync } from 'neverthrow';
import { LISTING, LISTING_OF_TOUCHES, LISTING_PARTS } from './listing-statement.ts';
import { ReadOnlyServer } from './postgres-errors.ts';
import type { PostgresSession } from './postgres-session.ts';

type Row =
  | {
      readonly part: typeof LISTING_PARTS.state;
      /** How many change requests there are for the page, and one more if there are more. */
      readonly no: number;
      /** The ids and coverages of the projects, in order. */
      readonly list: readonly (readonly [string, string | null])[] | null;
      /** Whether the server is read-only. */
      readonly text: string;
    }
  | { readonly part: typeof LISTING_PARTS.body; readonly text: string };

/** Before all places. */
const START = { scheduledAt: Number.MIN_SAFE_INTEGER, projectId: '', id: -1 };
/** After all times, that of change requests without one included. */
const END = UNSCHEDULED + 1;

/**
 * Each page is one statement.
 *
 * @param heavy limits the heavy statements that run at the same time
 */
export function postgresListing(session: PostgresSession, heavy: Semaphore) {
  return (query: ListingQuery, options?: ReadOptions): ResultAsync<ListingPage, StoreUnavailable> =>
    session.call(options, (signal) =>
      heavy.run(
        signal,
        async () => {
          const statement = statementFor(query);
          const rows = await session.readOnce(signal, async (db) => {
            const found = await db.executeQuery<Row>(statement);
            const [state] = found.rows;
            if (state?.part === LISTING_PARTS.state && state.text === 'on') {
              throw new ReadOnlyServer();
            }
            return found.rows;
          });
          return ok(pageOf(rows));
        },
        options?.caller,
      ),
    );
}

function statementFor(query: ListingQuery): CompiledQuery {
  const { projectIds, after = START, environments, statuses, from, to, anyOf } = query;
  // Without a time, none is in any interval.
  const end = from === undefined ? END : UNSCHEDULED;
  const parameters = [
    projectIds,
    after.scheduledAt,
    after.projectId,
    after.id,
    environments ?? null,
    statuses ?? null,
    from ?? START.scheduledAt,
    to ?? end,
    query.needAttentionAt ?? END,
    query.limit,
    query.maxBytes,
  ];
  if (anyOf === undefined) return CompiledQuery.raw(LISTING, parameters);
  const touches = anyOf.map(touchOf);
  return CompiledQuery.raw(LISTING_OF_TOUCHES, [
    ...parameters,
    touches.map(({ kind }) => kind),
    touches.map(({ value }) => value),
  ]);
}

function pageOf(rows: readonly Row[]): ListingPage {
  const bodies = rows.flatMap((row) => (row.part === LISTING_PARTS.body ? [row.text] : []));
  const state = rows.find((row) => row.part === LISTING_PARTS.state);
  return {
    projects: (state?.list ?? []).map(([projectId, coverage]) => {
      return { projectId, coverage: coverageOf(coverage) };
    }),
    changeRequests: bodies.map((body) => JSON.parse(body) as ScheduledChangeRequest),
    hasMore: (state?.no ?? 0) > bodies.length,
  };
}
