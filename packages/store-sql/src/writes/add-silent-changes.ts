import type { SilentChanges } from '@forewarn/record';
import { sql } from 'kysely';
import { targetOf } from '../projection/touch-rows.ts';
import type { TouchesTable } from '../schema/tables.ts';
import { COLUMNS, onlyIn, rowGroups } from '../session/json-rows.ts';
import { integer } from '../session/integer.ts';
import type { SqlHooks, Writing } from '../session/sql-session.ts';
import type { ChangeRequestRowKey } from './withdrawals.ts';

/** Adds change requests that are written, and the targets of their new influences. */
export function addWritten(
  { session: { hooks } }: Writing<'hooks'>,
  changes: SilentChanges,
  keys: readonly ChangeRequestRowKey[],
  touches: readonly TouchesTable[],
): void {
  if (changes.areOfAll) return;
  for (const { project_id: projectId, id } of keys) changes.addChangeRequest({ projectId, id });
  addInfluences(hooks, changes, touches);
}

/** Adds stored change requests that are replaced or removed, and the targets of their influences. */
export async function addStored(
  { session: { jsonRows, hooks }, transaction }: Writing<'jsonRows' | 'hooks'>,
  changes: SilentChanges,
  keys: readonly ChangeRequestRowKey[],
): Promise<void> {
  if (changes.areOfAll) return;
  for (const { project_id: projectId, id } of keys) changes.addChangeRequest({ projectId, id });
  for (const group of rowGroups(jsonRows, keys, ({ project_id }) => project_id)) {
    // Beyond a number of changes, everything is added.
    if (changes.areOfAll) return;
    const rows = group.rows.map(({ project_id, id }) => ({ project_id, id }));
    const { rows: influences } = await sql<InfluenceRow>`
      select t.kind, t.value, t.influence, t.scheduled_at
      from ${jsonRows(JSON.stringify(rows), COLUMNS.key)} cross join touches t
      where ${onlyIn('t', group)} t.project_id = json_rows.project_id
        and t.change_request_id = json_rows.id and t.influence <> 0`.execute(transaction);
    addInfluences(hooks, changes, influences);
  }
}

type InfluenceRow = Pick<TouchesTable, 'kind' | 'value' | 'influence' | 'scheduled_at'>;

function addInfluences(
  hooks: readonly SqlHooks[],
  changes: SilentChanges,
  rows: readonly InfluenceRow[],
): void {
  for (const { influences } of hooks) {
    if (influences === undefined) continue;
    for (const { kind, value, influence, scheduled_at } of rows) {
      const target = influence === 0 ? undefined : targetOf(kind, value);
      if (target === undefined) continue;
      changes.addTarget(target, influences.affectedFrom(target, influence, integer(scheduled_at)));
    }
  }
}
