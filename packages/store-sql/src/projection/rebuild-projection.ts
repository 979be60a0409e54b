import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { entryRow } from './change-request-rows.ts';
import { ENTRY_COLUMNS, type JsonRows } from '../session/json-rows.ts';
import { insertProjection, projectionOf } from './projection.ts';
import { type ChangeRequestRowKey, removeProjection } from '../writes/remove-change-requests.ts';
import { rowGroups } from '../session/row-groups.ts';
import { OF_ANOTHER_RULE } from '../schema/rule-version.ts';
import type { Tables } from '../schema/tables.ts';

/** Maximum change requests per transaction. */
const BATCH_SIZE = 1_000;
/** Change requests in memory: few, since each can be large. */
const PAGE = 100;

/** Receives the progress of a rebuild of the projection: how many change requests of an older rule are done. */
export type RebuildProgress = (done: number, total: number) => void;

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
 * Rebuilds what another version of the rule made of the recorded change requests, batch by batch. Several processes can do
 * so at the same time. Returns whether this one completed the projection.
 */
export async function rebuildProjection(
  transact: Transact,
  jsonRows: JsonRows,
  total: number,
  progress: RebuildProgress = () => {},
): Promise<boolean> {
  let last: ChangeRequestRowKey | undefined;
  let done = 0;
  do {
    const after = last;
    const batch = await transact((transaction) => rebuildBatch(transaction, jsonRows, after));
    last = batch.last;
    done += batch.rebuilt;
    if (batch.rebuilt > 0) progress(done, total);
  } while (last !== undefined);
  return transact(async (transaction) => {
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

async function rebuildBatch(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  after: ChangeRequestRowKey | undefined,
): Promise<Batch> {
  let last = after;
  let rebuilt = 0;
  for (let read = 0; read < BATCH_SIZE; read += PAGE) {
    const page = await pageAfter(transaction, last);
    rebuilt += await rebuildPage(transaction, jsonRows, page);
    last = page.at(-1);
    if (last === undefined || page.length < PAGE) return { rebuilt, last: undefined };
  }
  return { rebuilt, last };
}

interface Recorded extends ChangeRequestRowKey {
  readonly body: string;
}

function pageAfter(
  db: Kysely<Tables>,
  last: ChangeRequestRowKey | undefined,
): Promise<readonly Recorded[]> {
  const page = db
    .selectFrom('change_requests')
    .select(['project_id', 'id', 'body'])
    .where(OF_ANOTHER_RULE)
    .orderBy('project_id')
    .orderBy('id')
    .limit(PAGE);
  if (last === undefined) return page.execute();
  const { project_id, id } = last;
  return page
    .where((row) => row(row.refTuple('project_id', 'id'), '>', row.tuple(project_id, id)))
    .execute();
}

async function rebuildPage(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  page: readonly Recorded[],
): Promise<number> {
  const recorded = page.map(({ project_id, id, body }): ScheduledChangeRequest => {
    // With the row's own key, the row can't stay as it is.
    return { ...(JSON.parse(body) as ScheduledChangeRequest), project: project_id, id };
  });
  const kept = await updateEntries(transaction, jsonRows, recorded);
  await removeProjection(transaction, jsonRows, kept);
  const keys = new Set(kept.map(({ project_id, id }) => `${id} ${project_id}`));
  const there = recorded.filter(({ id, project }) => keys.has(`${id} ${project}`));
  await insertProjection(transaction, jsonRows, projectionOf(there));
  return there.length;
}

/** One machine runs the statement that names its project. */
const inProject = ({ projectId }: { readonly projectId?: string }): RawBuilder<unknown> =>
  projectId === undefined ? sql`` : sql`change_requests.project_id = ${projectId} and`;

/**
 * Writes what a listing orders and filters by. Returns the keys of those that are still there and that no other process
 * has rebuilt, which now are locked.
 */
async function updateEntries(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  recorded: readonly ScheduledChangeRequest[],
): Promise<readonly ChangeRequestRowKey[]> {
  const kept: ChangeRequestRowKey[] = [];
  for (const group of rowGroups(jsonRows, recorded.map(entryRow), (row) => row.project_id)) {
    const { rows } = await sql<ChangeRequestRowKey>`
      update change_requests
      set scheduled_at = json_rows.scheduled_at, status = json_rows.status, has_trouble = json_rows.has_trouble,
        rule_version = json_rows.rule_version
      from ${jsonRows(JSON.stringify(group.rows), ENTRY_COLUMNS, group.projectId)}
      where ${inProject(group)} change_requests.project_id = json_rows.project_id and change_requests.id = json_rows.id
        and change_requests.rule_version <> json_rows.rule_version
      returning change_requests.project_id, change_requests.id
    `.execute(transaction);
    kept.push(...rows);
  }
  return kept;
}
