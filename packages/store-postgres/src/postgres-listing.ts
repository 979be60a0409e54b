import {
  type ListingPage,
  type ListingQuery,
  type ReadOptions,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  UNSCHEDULED,
} from '@forewarn/core';
import { coverageOf, type Semaphore, type Tables, touchOf } from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { ok, type ResultAsync } from 'neverthrow';
import { LISTING, LISTING_OF_TOUCHES, LISTING_PARTS } from './listing-statement.ts';
import { ReadOnlyServer } from './postgres-errors.ts';
import type { PostgresSession } from './postgres-session.ts';

/** A row of a listing. */
type ListingRow =
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

/**
 * Asks for the rows of a page, all of one moment. The parameters are those of `LISTING` or, with targets, of
 * `LISTING_OF_TOUCHES`. Throws `ReadOnlyServer` when a server is read-only.
 */
export type ListingStatements = (
  db: Kysely<Tables>,
  parameters: readonly unknown[],
  hasTargets: boolean,
) => Promise<readonly ListingRow[]>;

/** The statements for tables that are all on one machine. */
export const plainListing: ListingStatements = async (db, parameters, hasTargets) => {
  const statement = hasTargets ? LISTING_OF_TOUCHES : LISTING;
  const { rows } = await db.executeQuery<ListingRow>(CompiledQuery.raw(statement, [...parameters]));
  const [state] = rows;
  if (state?.part === LISTING_PARTS.state && state.text === 'on') throw new ReadOnlyServer();
  return rows;
};

/** Before all places. */
const START = { scheduledAt: Number.MIN_SAFE_INTEGER, projectId: '', id: -1 };
/** After all times, that of change requests without one included. */
const END = UNSCHEDULED + 1;

/**
 * @param statements those for how the tables are laid out
 * @param heavy limits the heavy statements that run at the same time
 */
export function postgresListing(
  session: PostgresSession,
  statements: ListingStatements,
  heavy: Semaphore,
) {
  return (query: ListingQuery, options?: ReadOptions): ResultAsync<ListingPage, StoreUnavailable> =>
    session.call(options, (signal) =>
      heavy.run(
        signal,
        async () => {
          const rows = await session.readOnce(signal, (db) =>
            statements(db, parametersOf(query), query.anyOf !== undefined),
          );
          return ok(pageOf(rows));
        },
        options?.caller,
      ),
    );
}

function parametersOf(query: ListingQuery): readonly unknown[] {
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
  if (anyOf === undefined) return parameters;
  const touches = anyOf.map(touchOf);
  return [...parameters, touches.map(({ kind }) => kind), touches.map(({ value }) => value)];
}

function pageOf(rows: readonly ListingRow[]): ListingPage {
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
