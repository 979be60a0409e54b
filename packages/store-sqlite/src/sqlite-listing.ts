import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  compareListingPlaces,
  isListed,
  type ListingEntry,
  type ListingPage,
  type ListingQuery,
  type Schedule,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestReader,
} from '@forewarn/core';
import { coverageOf, type SqlSession, type StatementObserver, touchOf } from '@forewarn/store-sql';
import { ok } from 'neverthrow';
import type { SlicedReads } from './sliced-reads.ts';
import type { Slices } from './slices.ts';

const PROJECTS = `
  select p.id, p.coverage from json_each(?) asked cross join projects p on p.id = asked.value
  order by p.id`;
/** Maximum rows that a statement reads at once, whether or not they pass: a few milliseconds. */
const CHUNK = 10_000;

// A range of the index, which has all columns.
const RANGE = `
  from change_requests
  where project_id = ? and (scheduled_at, id) > (?, ?) and scheduled_at < ?
  order by scheduled_at, id`;

// To pass by those that the rule does not list costs SQLite much less than to hand them over.
const ENTRIES = `
  select * from (select scheduled_at, id, environment, status, has_trouble ${RANGE} limit ${CHUNK})
  where (? or environment in (select value from json_each(?)))
    and (? or status in (select value from json_each(?)))
    and (has_trouble = 1 or scheduled_at < ?)`;
const END_OF_CHUNK = `select scheduled_at, id ${RANGE} limit 1 offset ${CHUNK - 1}`;
const TOUCHED = `
  select t.change_request_id as id
  from json_each(?) asked
  cross join touches t on t.project_id = ?
    and t.kind = asked.value ->> 'kind' and t.value = asked.value ->> 'value'`;
const ENTRY = `
  select scheduled_at, id, environment, status, has_trouble from change_requests
  where project_id = ? and id = ?`;
const BODY = `
  select body, octet_length(body) as bytes from change_requests where project_id = ? and id = ?`;

/** After all times, that of change requests without one included: exact as a number of SQLite. */
const END = 2 ** 53;

type Statements = Readonly<
  Record<'projects' | 'entries' | 'endOfChunk' | 'touched' | 'entry' | 'body', StatementSync>
>;

interface EntryRow {
  readonly scheduled_at: number;
  readonly id: number;
  readonly environment: string;
  readonly status: Schedule['status'] | null;
  readonly has_trouble: number;
}

/** Each listing walks through the index in slices, between which the event loop runs, and applies the rule of core. */
export function sqliteListing(
  session: SqlSession,
  reader: DatabaseSync,
  read: SlicedReads,
  observer?: StatementObserver,
): Pick<ScheduledChangeRequestReader, 'list'> {
  const statements: Statements = {
    projects: reader.prepare(PROJECTS),
    entries: reader.prepare(ENTRIES),
    endOfChunk: reader.prepare(END_OF_CHUNK),
    touched: reader.prepare(TOUCHED),
    entry: reader.prepare(ENTRY),
    body: reader.prepare(BODY),
  };
  const observed = <T>(send: () => Promise<T>): Promise<T> =>
    observer === undefined ? send() : observer.statement(ENTRIES, send);
  return {
    list: (query, options) =>
      session.read(
        async () =>
          ok(await observed(() => read((slices) => pageOf(statements, query, slices), options))),
        options,
      ),
  };
}

async function pageOf(
  statements: Statements,
  query: ListingQuery,
  slices: Slices,
): Promise<ListingPage> {
  const projects = statements.projects.all(
    JSON.stringify(query.projectIds),
  ) as unknown as readonly { readonly id: string; readonly coverage: string | null }[];
  const filters = filtersOf(query);
  const ids = projects.map(({ id }) => id);
  const { candidates, last } = await beginningFirst(statements, ids, query, filters, slices);
  const first = new FirstEntries(query.limit + 1, last);
  for (const id of candidates) {
    const entries =
      query.anyOf === undefined
        ? entriesFrom(statements, id, query, filters)
        : await touchedEntries(statements, id, query, slices);
    for (const entry of entries) {
      if (slices.isOver) await slices.next();
      if (entry === undefined) continue;
      // Those of an index range that follow come even later.
      if (query.anyOf === undefined && first.isBeyond(entry)) break;
      if (isAfter(entry, query) && isListed(entry, query)) first.add(entry);
    }
  }
  const changeRequests = await readBodies(statements, first.entries, query, slices);
  return {
    projects: projects.map(({ id, coverage }) => {
      return { projectId: id, coverage: coverageOf(coverage) };
    }),
    changeRequests,
    hasMore: first.entries.length > changeRequests.length,
  };
}

/** The parameters of the filters of {@link ENTRIES}. */
type Filters = readonly (string | number)[];

const filtersOf = ({ environments, statuses, needAttentionAt }: ListingQuery): Filters => [
  Number(environments === undefined),
  JSON.stringify(environments ?? []),
  Number(statuses === undefined),
  JSON.stringify(statuses ?? []),
  needAttentionAt ?? END,
];

/**
 * Returns the projects that a page can have change requests of: no more than it has change requests, those whose first ones
 * come first, in their order. If there are as many, `last` is the place that nothing on the page comes after. Without an
 * index to find these, it returns all projects.
 */
async function beginningFirst(
  statements: Statements,
  projectIds: readonly string[],
  query: ListingQuery,
  filters: Filters,
  slices: Slices,
): Promise<{ readonly candidates: readonly string[]; readonly last?: ListingEntry | undefined }> {
  if (query.anyOf !== undefined || projectIds.length === 1) return { candidates: projectIds };
  const firsts: ListingEntry[] = [];
  for (const id of projectIds) {
    for (const entry of entriesFrom(statements, id, query, filters)) {
      if (slices.isOver) await slices.next();
      if (entry === undefined || !isAfter(entry, query)) continue;
      firsts.push(entry);
      break;
    }
  }
  const inOrder = firsts.toSorted(compareListingPlaces).slice(0, query.limit + 1);
  return { candidates: inOrder.map(({ projectId }) => projectId), last: inOrder[query.limit] };
}

const isAfter = (entry: ListingEntry, { after }: ListingQuery): boolean =>
  after === undefined || compareListingPlaces(entry, after) > 0;

/** The entries of a project in order, beginning near the cursor; undefined for a part of the index without any. */
function* entriesFrom(
  { entries, endOfChunk }: Statements,
  projectId: string,
  { after, from = Number.MIN_SAFE_INTEGER, to = END }: ListingQuery,
  filters: Filters,
): Generator<ListingEntry | undefined> {
  const scheduledAt = Math.max(after?.scheduledAt ?? from, from);
  const id = after?.projectId === projectId && scheduledAt === after.scheduledAt ? after.id : -1;
  let range = [projectId, scheduledAt, id, to] as const;
  for (;;) {
    for (const row of entries.iterate(...range, ...filters)) {
      yield entryOf(projectId, row as unknown as EntryRow);
    }
    const end = endOfChunk.get(...range) as unknown as EntryRow | undefined;
    if (end === undefined) return;
    range = [projectId, end.scheduled_at, end.id, to];
    yield undefined;
  }
}

/** The entries of a project that touch a target of the query, in any order. */
async function touchedEntries(
  { touched, entry }: Statements,
  projectId: string,
  { anyOf = [] }: ListingQuery,
  slices: Slices,
): Promise<readonly ListingEntry[]> {
  const ids = new Set<number>();
  for (const { id } of touched.iterate(JSON.stringify(anyOf.map(touchOf)), projectId)) {
    ids.add(Number(id));
    if (slices.isOver) await slices.next();
  }
  const entries: ListingEntry[] = [];
  for (const id of ids) {
    entries.push(entryOf(projectId, entry.get(projectId, id) as unknown as EntryRow));
    if (slices.isOver) await slices.next();
  }
  return entries;
}

const entryOf = (projectId: string, row: EntryRow): ListingEntry => ({
  scheduledAt: row.scheduled_at,
  projectId,
  id: row.id,
  environment: row.environment,
  status: row.status ?? undefined,
  hasTrouble: row.has_trouble === 1,
});

async function readBodies(
  { body }: Statements,
  entries: readonly ListingEntry[],
  { limit, maxBytes }: ListingQuery,
  slices: Slices,
): Promise<readonly ScheduledChangeRequest[]> {
  const read: ScheduledChangeRequest[] = [];
  let total = 0;
  for (const { projectId, id } of entries.slice(0, limit)) {
    if (slices.isOver) await slices.next();
    const row = body.get(projectId, id) as unknown as { body: string; bytes: number };
    total += row.bytes;
    if (total > maxBytes && read.length > 0) break;
    read.push(JSON.parse(row.body) as ScheduledChangeRequest);
  }
  return read;
}

/** The first entries among those that are added in any order. */
class FirstEntries {
  readonly #limit: number;
  #entries: ListingEntry[] = [];
  /** The last of the first ones, once there are enough. */
  #last: ListingEntry | undefined;

  constructor(limit: number, last: ListingEntry | undefined) {
    this.#limit = limit;
    this.#last = last;
  }

  /** Whether an entry comes after enough others. */
  isBeyond(entry: ListingEntry): boolean {
    return this.#last !== undefined && compareListingPlaces(entry, this.#last) > 0;
  }

  add(entry: ListingEntry): void {
    if (this.isBeyond(entry)) return;
    this.#entries.push(entry);
    // To sort seldom costs less than to keep them in order.
    const isEnough = this.#last === undefined && this.#entries.length === this.#limit;
    if (isEnough || this.#entries.length === 2 * this.#limit) this.#cut();
  }

  /** In order. */
  get entries(): readonly ListingEntry[] {
    this.#cut();
    return this.#entries;
  }

  #cut(): void {
    this.#entries = this.#entries.toSorted(compareListingPlaces).slice(0, this.#limit);
    if (this.#entries.length === this.#limit) this.#last = this.#entries.at(-1);
  }
}
