import {
  type ListingPage,
  type ListingQuery,
  type ScheduledChangeRequest,
  UNSCHEDULED,
} from '@forewarn/core';
import { coverageOf, LISTING_START as START, touchOf } from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';
import type { HeavyRead } from './heavy-reads.ts';
import { LISTING, LISTING_OF_TOUCHES, LISTING_PARTS } from './listing-statement.ts';
import { ReadOnlyServer } from './session/postgres-errors.ts';

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

/** After all times, that of change requests without one included. */
const END = UNSCHEDULED + 1;

/** Reads a page in one statement, from tables that are all on one machine. */
export const plainListing: HeavyRead<ListingQuery, ListingPage> = async (
  session,
  query,
  signal,
) => {
  const statement = query.anyOf === undefined ? LISTING : LISTING_OF_TOUCHES;
  const { rows } = await session.readOnce(signal, async (db) => {
    const read = await db.executeQuery<ListingRow>(
      CompiledQuery.raw(statement, parametersOf(query)),
    );
    const [state] = read.rows;
    if (state?.part === LISTING_PARTS.state && state.text === 'on') throw new ReadOnlyServer();
    return read;
  });
  return pageOf(rows);
};

function parametersOf(query: ListingQuery): unknown[] {
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
