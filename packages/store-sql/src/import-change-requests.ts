import type { ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import { sql } from 'kysely';
import {
  changeRequestRow,
  changeRequestRows,
  replaceChangeRequests,
} from './change-request-rows.ts';
import { tally } from './import-definitions.ts';
import type { ImportTarget, Tallies } from './import-state.ts';
import type { ChangeRequestsTable } from './tables.ts';
import { insertTouches, touchRows } from './touch-rows.ts';

/** Adds or replaces change requests, no two of one project and id, and registers the projects that are missing. */
export async function importChangeRequests(
  target: ImportTarget,
  changeRequests: readonly ScheduledChangeRequest[],
  tallies: Tallies,
): Promise<void> {
  for (const [projectId, ofProject] of Map.groupBy(changeRequests, ({ project }) => project)) {
    if (await holdProject(target, projectId)) tallies.projects.created++;
    await importIntoProject(target, projectId, ofProject, tallies.changeRequests);
  }
}

/** Keeps a project from being deleted meanwhile; registers it, and answers true, when it isn't there. */
async function holdProject({ transaction, session }: ImportTarget, id: string): Promise<boolean> {
  for (;;) {
    const added = await transaction
      .insertInto('projects')
      .values({ id, name: id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (added.length > 0) return true;
    const there = transaction.selectFrom('projects').select('id').where('id', '=', id);
    // None: it was deleted since.
    if ((await session.forKeyShare(there).execute()).length > 0) return false;
  }
}

async function importIntoProject(
  target: ImportTarget,
  projectId: string,
  changeRequests: readonly ScheduledChangeRequest[],
  counts: Tallies['changeRequests'],
): Promise<void> {
  const prepared = changeRequests.map((changeRequest) => ({
    changeRequest,
    row: changeRequestRow(changeRequest),
  }));
  const there = await target.transaction
    .selectFrom('change_requests')
    .select(['id', 'body'])
    .where('project_id', '=', projectId)
    .where(
      'id',
      'in',
      changeRequests.map(({ id }) => id),
    )
    .execute();
  const bodyOf = new Map(there.map(({ id, body }) => [id, body]));
  const changed = prepared.filter(({ row }) => tally(counts, bodyOf.get(row.id), row.body));
  const added = await add(
    target,
    changed.map(({ row }) => row).filter(({ id }) => !bodyOf.has(id)),
  );
  // Among them what somebody else added since we looked.
  const present = changed.map(({ row }) => row).filter(({ id }) => !added.has(id));
  await replaceChangeRequests(target.transaction, target.session.jsonRows, projectId, present);
  const touches = changed.flatMap(({ changeRequest }) => touchRows(changeRequest));
  await insertTouches(target.transaction, target.session.jsonRows, touches);
}

/** Adds those that are not there, and answers their ids. */
async function add(
  { transaction, session }: ImportTarget,
  missing: readonly ChangeRequestsTable[],
): Promise<ReadonlySet<number>> {
  if (missing.length === 0) return new Set();
  // "where true" keeps SQLite from reading "on conflict" as a join's condition.
  const { rows } = await sql<{ id: number }>`
    insert into change_requests (project_id, id, environment, title, body)
    select project_id, id, environment, title, body from ${changeRequestRows(session.jsonRows, missing)} where true
    on conflict (project_id, id) do nothing
    returning id`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

/** Withdraws the change requests that are there, and counts them. */
export async function withdrawEnded(
  { transaction }: ImportTarget,
  ended: readonly ChangeRequestKey[],
  counts: Tallies['changeRequests'],
): Promise<void> {
  for (const [projectId, ofProject] of Map.groupBy(ended, (key) => key.projectId)) {
    const withdrawn = await transaction
      .deleteFrom('change_requests')
      .where('project_id', '=', projectId)
      .where(
        'id',
        'in',
        ofProject.map(({ id }) => id),
      )
      .returning('id')
      .execute();
    counts.withdrawn += withdrawn.length;
  }
}
