import type { CompleteEntry } from '@forewarn/core/operator';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { EntrySpool } from './entry-spool.ts';
import { type JsonRows, KEY_COLUMNS } from '../session/json-rows.ts';
import {
  type ChangeRequestRowKey,
  removeChangeRequests,
  removeProjection,
} from '../writes/remove-change-requests.ts';
import { rowGroups } from '../session/row-groups.ts';
import type { Tables } from '../schema/tables.ts';

/** Maximum ids in memory. The entries are read once for each group of stored change requests of this size. */
const MAX_IDS = 500_000;
/** Rows per statement. */
const PAGE = 2_000;
const BATCH_SIZE = 500;

/**
 * Removes the change requests that no entry lists from the projects that an import lists completely. Call it when all
 * entries are written. Returns how many it removed.
 */
export async function withdrawUnlisted(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  spool: EntrySpool,
): Promise<number> {
  let withdrawn = 0;
  const projectIds = spool.complete.map(({ projectId }) => projectId);
  for await (const ids of storedIds(transaction, projectIds)) {
    for await (const batch of spool.batches()) {
      for (const entry of batch) {
        if (entry.kind !== 'scheduled') continue;
        ids.get(entry.changeRequest.project)?.delete(entry.changeRequest.id);
      }
    }
    const unlisted = [...ids].flatMap(([project_id, left]) =>
      [...left].map((id): ChangeRequestRowKey => ({ project_id, id })),
    );
    for (let start = 0; start < unlisted.length; start += BATCH_SIZE) {
      const keys = unlisted.slice(start, start + BATCH_SIZE);
      await recordWithdrawals(transaction, jsonRows, keys, spool.complete);
      await removeProjection(transaction, jsonRows, keys);
      await removeChangeRequests(transaction, jsonRows, keys);
    }
    withdrawn += unlisted.length;
  }
  return withdrawn;
}

/** Records an event for each change request of the projects whose entry names a principal. */
async function recordWithdrawals(
  transaction: Transaction<Tables>,
  jsonRows: JsonRows,
  keys: readonly ChangeRequestRowKey[],
  complete: readonly CompleteEntry[],
): Promise<void> {
  const principals = new Map(complete.map(({ projectId, by }) => [projectId, by]));
  const rows = keys.flatMap(({ project_id, id }, no) => {
    const created_by = principals.get(project_id);
    return created_by === undefined ? [] : [{ no, project_id, id, created_by }];
  });
  if (rows.length === 0) return;
  for (const group of rowGroups(jsonRows, rows, ({ project_id }) => project_id)) {
    await sql`
      insert into events (type, created_by, project, environment, pre_data)
      select 'change-request-schedule-withdrawn', created_by, project_id, environment, body
      from ${jsonRows(JSON.stringify(group.rows), WITHDRAWAL_COLUMNS, group.projectId)}
      join change_requests using (project_id, id)
      order by no`.execute(transaction);
  }
}

const WITHDRAWAL_COLUMNS = { no: 'bigint', ...KEY_COLUMNS, created_by: 'text' } as const;

/** The ids of the change requests of projects, at most {@link MAX_IDS} at a time. */
async function* storedIds(
  db: Kysely<Tables>,
  projectIds: readonly string[],
): AsyncGenerator<ReadonlyMap<string, Set<number>>> {
  let ids = new Map<string, Set<number>>();
  let count = 0;
  for (const projectId of projectIds) {
    for await (const page of idsOf(db, projectId)) {
      const known = ids.get(projectId) ?? new Set();
      for (const id of page) known.add(id);
      ids.set(projectId, known);
      count += page.length;
      if (count <= MAX_IDS - PAGE) continue;
      yield ids;
      ids = new Map();
      count = 0;
    }
  }
  if (count > 0) yield ids;
}

/** The ids of the change requests of one project, page by page in ascending order. */
async function* idsOf(db: Kysely<Tables>, projectId: string): AsyncGenerator<readonly number[]> {
  let after = -1;
  for (;;) {
    const rows = await db
      .selectFrom('change_requests')
      .select('id')
      .where('project_id', '=', projectId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}
