import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import { ReadChangeRequest } from '@forewarn/record';
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { changeRequestsAfter, entryRow, type EntryRow } from './change-request-rows.ts';
import { COLUMNS, type JsonRows, onlyIn, rowGroups } from '../session/json-rows.ts';
import { createIndexes, dropIndexes } from './deferred-indexes.ts';
import { insertProjection, PROJECTION_TABLES, projectionOf } from './projection.ts';
import { replaceProjection } from './replace-projection.ts';
import type { ChangeRequestsTable, Tables } from '../schema/tables.ts';
import { integer } from '../session/integer.ts';
import type { SqlHooks } from '../session/sql-session.ts';
import type { ChangeRequestRowKey } from '../writes/withdrawals.ts';

/** Maximum change requests per transaction, while others write. */
const SHARED_BATCH_SIZE = 1_000;
/** Fewer commits, each of which writes the pages of the indexes that it changed. */
const BATCH_SIZE = 10_000;
/** Change requests in memory: few, since each can be large. */
const PAGE = 100;

/** The condition on change requests that another version of the rule made. The index has the same text. */
const OF_ANOTHER_RULE: RawBuilder<boolean> = sql`rule_version <> ${sql.lit(RULE_VERSION)}`;

/** Whether another version of the rule made any change request: an index tells at once. */
export async function hasOtherRule(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from change_requests where ${OF_ANOTHER_RULE} limit 1`.execute(db);
  return rows.length > 0;
}

/** Indexes the change requests that another version of the rule made: usually none, so that it costs writers nothing. */
export async function indexOtherRules(transaction: Transaction<Tables>): Promise<void> {
  await sql`drop index if exists change_requests_of_another_rule`.execute(transaction);
  await sql`
    create index change_requests_of_another_rule on change_requests (project_id, id)
    where ${OF_ANOTHER_RULE}`.execute(transaction);
}

/** Receives the progress of a rebuild of the projection: how many change requests of an older rule are done. */
export type RebuildProgress = (done: number, total: number) => void;

/** How a projection is rebuilt. */
interface RebuildOptions {
  /** Whether others write meanwhile. */
  readonly isShared: boolean;
  /** Whether {@link emptyIfOutdated} emptied the projection. */
  readonly isEmptied: boolean;
  readonly hooks: readonly SqlHooks[];
  readonly progress?: RebuildProgress | undefined;
}

/** Runs work in a transaction. */
export type Transact = <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;

/**
 * Begins a rebuild of the projection, which is over when {@link rebuildProjection} returns. Returns the number of change
 * requests that another version of the rule made.
 */
export async function beginRebuild(transaction: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from change_requests where ${OF_ANOTHER_RULE}`.execute(transaction);
  const total = Number(rows[0]?.total);
  // Whatever ends this process, the next one finds an older projection and goes on.
  if (total > 0) await transaction.updateTable('projection').set({ rule_version: 0 }).execute();
  return total;
}

/**
 * Empties the projection if all of it is to be made again: that takes a fraction of the time that removing it with each change
 * request takes. Returns whether it did. Its indexes are then created last, in one go. Only for a database that nothing else
 * uses meanwhile.
 *
 * @param total the number of change requests that another version of the rule made
 */
export async function emptyIfOutdated(
  transaction: Transaction<Tables>,
  total: number,
  hooks: readonly SqlHooks[],
): Promise<boolean> {
  const { rows } = await sql<{ stored: number }>`
    select count(*) as stored from change_requests`.execute(transaction);
  if (Number(rows[0]?.stored) > total) {
    // A rebuild that was cut off may have left none.
    await createIndexes(transaction, hooks);
    return false;
  }
  await dropIndexes(transaction, hooks);
  for (const table of PROJECTION_TABLES) {
    await sql`delete from ${sql.table(table)}`.execute(transaction);
  }
  return true;
}

/**
 * Rebuilds what another version of the rule made of the recorded change requests, batch by batch. Several processes can do
 * so at the same time. Returns whether this one completed the projection.
 */
export async function rebuildProjection(
  transact: Transact,
  jsonRows: JsonRows,
  total: number,
  { isShared, isEmptied, hooks, progress = () => {} }: RebuildOptions,
): Promise<boolean> {
  const batchSize = isShared ? SHARED_BATCH_SIZE : BATCH_SIZE;
  let last: ChangeRequestRowKey | undefined;
  let done = 0;
  do {
    const after = last;
    const batch = await transact((transaction) =>
      rebuildBatch(transaction, { jsonRows, hooks, batchSize, isEmptied }, after),
    );
    last = batch.last;
    done += batch.rebuilt;
    if (batch.rebuilt > 0) progress(done, total);
  } while (last !== undefined);
  return transact(async (transaction) => {
    if (isEmptied) await createIndexes(transaction, hooks);
    const { numUpdatedRows } = await transaction
      .updateTable('projection')
      .set({ rule_version: RULE_VERSION })
      .where('rule_version', '<', RULE_VERSION)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

interface Batch {
  readonly rebuilt: number;
  /** Where the next batch begins; undefined when there is none. */
  readonly last: ChangeRequestRowKey | undefined;
}

interface BatchOptions extends Pick<RebuildOptions, 'isEmptied' | 'hooks'> {
  readonly jsonRows: JsonRows;
  readonly batchSize: number;
}

async function rebuildBatch(
  transaction: Transaction<Tables>,
  options: BatchOptions,
  after: ChangeRequestRowKey | undefined,
): Promise<Batch> {
  const { batchSize, isEmptied } = options;
  let last = after;
  let rebuilt = 0;
  let isLast = false;
  for (let read = 0; read < batchSize && !isLast; read += PAGE) {
    const page = await changeRequestsAfter(transaction, last, PAGE)
      .select(['scheduled_at', 'status', 'has_trouble'])
      .where(OF_ANOTHER_RULE)
      .execute();
    rebuilt += await rebuildPage(transaction, options, page);
    last = page.at(-1) ?? last;
    isLast = page.length < PAGE;
  }
  if (isEmptied && last !== undefined) await markUpTo(transaction, last);
  return { rebuilt, last: isLast ? undefined : last };
}

/** Marks all up to one as rebuilt: one statement for a batch takes less time than one for each of its pages. */
async function markUpTo(
  transaction: Transaction<Tables>,
  { project_id, id }: ChangeRequestRowKey,
): Promise<void> {
  await sql`
    update change_requests set rule_version = ${sql.lit(RULE_VERSION)}
    where ${OF_ANOTHER_RULE} and (project_id, id) <= (${project_id}, ${id})`.execute(transaction);
}

type RecordedRow = ChangeRequestRowKey &
  Pick<Selectable<ChangeRequestsTable>, 'body' | 'scheduled_at' | 'status' | 'has_trouble'>;

async function rebuildPage(
  transaction: Transaction<Tables>,
  { jsonRows, hooks, isEmptied }: BatchOptions,
  page: readonly RecordedRow[],
): Promise<number> {
  const recorded = page.map(({ project_id, id, body }) => {
    // With the row's own key, the row can't stay as it is.
    const stored = JSON.parse(body) as ScheduledChangeRequest;
    return new ReadChangeRequest({ ...stored, project: project_id, id });
  });
  const entries = recorded.map(entryRow);
  const same = entries.filter((entry, no) => isListed(page[no], entry));
  const other = entries.filter((entry, no) => !isListed(page[no], entry));
  const updated = await updateEntries(transaction, jsonRows, other, 'entry');
  if (isEmptied) {
    await insertProjection(transaction, jsonRows, projectionOf(recorded, hooks));
    return recorded.length;
  }
  const kept = [...updated, ...(await updateEntries(transaction, jsonRows, same, 'rule'))];
  const keys = new Set(kept.map(({ project_id, id }) => `${id} ${project_id}`));
  const there = recorded.filter(({ changeRequest: { id, project } }) =>
    keys.has(`${id} ${project}`),
  );
  await replaceProjection(transaction, jsonRows, kept, projectionOf(there, hooks));
  return there.length;
}

/** Whether a row has what a listing orders and filters by: to write that again would write the indexes again. */
const isListed = (row: RecordedRow | undefined, entry: EntryRow): boolean =>
  row !== undefined &&
  integer(row.scheduled_at) === entry.scheduled_at &&
  row.status === entry.status &&
  row.has_trouble === entry.has_trouble;

/**
 * Writes columns that the rule makes. Returns the keys of those that are still there and that no other process has rebuilt,
 * which now are locked.
 */
async function updateEntries(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  entries: readonly EntryRow[],
  written: 'entry' | 'rule',
): Promise<readonly ChangeRequestRowKey[]> {
  const columns = COLUMNS[written];
  const names = Object.keys(columns);
  const assignments = names
    .filter((name) => !Object.hasOwn(COLUMNS.key, name))
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`json_rows.${name}`)}`);
  const kept: ChangeRequestRowKey[] = [];
  for (const group of rowGroups(jsonRows, entries, (row) => row.project_id)) {
    const { rows } = await sql<ChangeRequestRowKey>`
      update change_requests
      set ${sql.join(assignments)}
      from ${jsonRows(JSON.stringify(group.rows, names), columns, group.projectId)}
      where ${onlyIn('change_requests', group)} change_requests.project_id = json_rows.project_id and change_requests.id = json_rows.id
        and change_requests.rule_version <> json_rows.rule_version
      returning change_requests.project_id, change_requests.id
    `.execute(transaction);
    kept.push(...rows);
  }
  return kept;
}
