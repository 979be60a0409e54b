import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallOptions } from '@forewarn/core';
import { atMost, type SearchRow } from '@forewarn/store-sql';
import { type Deadline, deadlineOf } from './deadline.ts';

/** Maximum time that a search holds the event loop at once. */
const SLICE_MS = 10;
const ROWS_PER_LOOK = 200;
/** Maximum searches that run or wait; further ones are refused. */
const MAX_SEARCHES = 50;

const PROJECT = 'select 1 from projects where id = ?';
const TOUCHED = `
  select t.change_request_id as id
  from json_each(?) asked
  cross join touches t on t.project_id = ?
    and t.kind = asked.value ->> 'kind' and t.value = asked.value ->> 'value'`;
const SUMMARIES = `
  select c.id, c.environment, c.title
  from json_each(?) touched
  cross join change_requests c on c.project_id = ? and c.id = touched.value`;

const NOTHING: SearchRow = { id: null, environment: null, title: null };

/** Searches with as many rows as there are; `asked` is a list of kinds and values as JSON. */
export type SlicedSearch = (
  asked: string,
  projectId: string,
  options?: CallOptions,
) => Promise<readonly SearchRow[]>;

/**
 * Searches in slices, between which the event loop runs: one search at a time, on a connection of their own, each in
 * a transaction that sees one moment.
 */
export function slicedSearch(reader: DatabaseSync, timeoutMs: number): SlicedSearch {
  const admit = atMost(MAX_SEARCHES);
  let last: Promise<unknown> = Promise.resolve();
  return (asked, projectId, options = {}) =>
    admit(() => {
      const deadline = deadlineOf(options, timeoutMs);
      const search = last.then(() => searchInSlices(reader, asked, projectId, deadline));
      last = search.catch(() => undefined);
      return search;
    });
}

async function searchInSlices(
  reader: DatabaseSync,
  asked: string,
  projectId: string,
  deadline: Deadline,
): Promise<readonly SearchRow[]> {
  deadline.throwIfOver();
  reader.exec('begin');
  try {
    if (reader.prepare(PROJECT).get(projectId) === undefined) return [];
    const ids = new Set<number>();
    await each(reader.prepare(TOUCHED).iterate(asked, projectId), deadline, ({ id }) =>
      ids.add(Number(id)),
    );
    const ascending = Float64Array.from(ids).toSorted();
    const rows: SearchRow[] = [];
    const summaries = reader.prepare(SUMMARIES).iterate(JSON.stringify([...ascending]), projectId);
    await each(summaries, deadline, (row) => rows.push(row as unknown as SearchRow));
    return rows.length === 0 ? [NOTHING] : rows;
  } finally {
    if (reader.isOpen) reader.exec('rollback');
  }
}

async function each(
  rows: Iterable<Record<string, unknown>>,
  deadline: Deadline,
  take: (row: Record<string, unknown>) => void,
): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  let count = 0;
  for (const row of rows) {
    take(row);
    count += 1;
    if (count % ROWS_PER_LOOK === 0 && performance.now() > sliceEnd) {
      await nextTurn();
      deadline.throwIfOver();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
}
