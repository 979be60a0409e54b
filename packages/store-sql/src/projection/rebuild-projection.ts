import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import { ReadChangeRequest } from '@forewarn/record';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { changeRequestsAfter, entryRow } from './change-request-rows.ts';
import { COLUMNS, onlyIn, rowGroups } from '../session/json-rows.ts';
import { insertProjection, projectionOf } from './projection.ts';
import type { Tables } from '../schema/tables.ts';
import type { SqlSession, Writing } from '../session/sql-session.ts';
import { type ChangeRequestRowKey, removeProjection } from '../writes/withdrawals.ts';

/** Maximum change requests per transaction: others wait for those of one. */
const BATCH_SIZE = 1_000;
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

/** Where a projection is rebuilt. */
interface RebuildOptions extends Pick<SqlSession, 'jsonRows' | 'hooks'> {
  readonly progress?: RebuildProgress | undefined;
}

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
  db: Kysely<Tables>,
  total: number,
  { progress = () => {}, ...session }: RebuildOptions,
): Promise<boolean> {
  let last: ChangeRequestRowKey | undefined;
  let done = 0;
  do {
    const after = last;
    const batch = await db
      .transaction()
      .execute((transaction) => rebuildBatch({ session, transaction }, after));
    last = batch.last;
    done += batch.rebuilt;
    if (batch.rebuilt > 0) progress(done, total);
  } while (last !== undefined);
  const { numUpdatedRows } = await db
    .updateTable('projection')
    .set({ rule_version: RULE_VERSION })
    .where('rule_version', '<', RULE_VERSION)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

interface Batch {
  readonly rebuilt: number;
  /** Where the next batch begins; undefined when there is none. */
  readonly last: ChangeRequestRowKey | undefined;
}

async function rebuildBatch(
  to: Writing<'jsonRows' | 'hooks'>,
  after: ChangeRequestRowKey | undefined,
): Promise<Batch> {
  let last = after;
  let rebuilt = 0;
  let isLast = false;
  for (let read = 0; read < BATCH_SIZE && !isLast; read += PAGE) {
    const page = await changeRequestsAfter(to.transaction, last, PAGE)
      .where(OF_ANOTHER_RULE)
      .execute();
    rebuilt += await rebuildPage(to, page);
    last = page.at(-1) ?? last;
    isLast = page.length < PAGE;
  }
  return { rebuilt, last: isLast ? undefined : last };
}

async function rebuildPage(
  to: Writing<'jsonRows' | 'hooks'>,
  page: readonly (ChangeRequestRowKey & { readonly body: string })[],
): Promise<number> {
  const recorded = page.map(({ project_id, id, body }) => {
    // With the row's own key, the row can't stay as it is.
    const stored = JSON.parse(body) as ScheduledChangeRequest;
    return new ReadChangeRequest({ ...stored, project: project_id, id });
  });
  const kept = await updateEntries(to, recorded);
  const keys = new Set(kept.map(({ project_id, id }) => `${id} ${project_id}`));
  const there = recorded.filter(({ changeRequest: { id, project } }) =>
    keys.has(`${id} ${project}`),
  );
  await removeProjection(to, kept);
  const { jsonRows, hooks } = to.session;
  await insertProjection(to.transaction, jsonRows, projectionOf(there, hooks));
  return there.length;
}

/**
 * Writes the columns that the rule makes. Returns the keys of those that are still there and that no other process has rebuilt,
 * which now are locked.
 */
async function updateEntries(
  { session: { jsonRows }, transaction }: Writing<'jsonRows'>,
  recorded: readonly ReadChangeRequest[],
): Promise<readonly ChangeRequestRowKey[]> {
  const assignments = Object.keys(COLUMNS.entry)
    .filter((name) => !Object.hasOwn(COLUMNS.key, name))
    .map((name) => sql`${sql.ref(name)} = ${sql.ref(`json_rows.${name}`)}`);
  const kept: ChangeRequestRowKey[] = [];
  for (const group of rowGroups(jsonRows, recorded.map(entryRow), (row) => row.project_id)) {
    const { rows } = await sql<ChangeRequestRowKey>`
      update change_requests
      set ${sql.join(assignments)}
      from ${jsonRows(JSON.stringify(group.rows), COLUMNS.entry, group.projectId)}
      where ${onlyIn('change_requests', group)} change_requests.project_id = json_rows.project_id and change_requests.id = json_rows.id
        and change_requests.rule_version <> json_rows.rule_version
      returning change_requests.project_id, change_requests.id
    `.execute(transaction);
    kept.push(...rows);
  }
  return kept;
}
