import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ScheduledChangeRequest,
  type Target,
  type TargetKind,
  targetsOf,
  targetValue,
} from '@forewarn/core';
import { type Kysely, sql } from 'kysely';
import { type JsonRows, TOUCH_COLUMNS } from './json-rows.ts';
import type { Tables, TouchesTable } from './tables.ts';

/** Maximum rows per insert. */
const MAX_INSERTED = 1_000;

/** How the projection writes a kind of target. Stored: never give a number another meaning. */
export const TARGET_KIND_CODES: Readonly<Record<TargetKind, number>> = {
  feature: 1,
  strategy: 2,
  featureVariants: 3,
  segment: 4,
  strategyDefinition: 5,
};

/** A target as the projection has it. */
export function touchOf(target: Target): Pick<TouchesTable, 'kind' | 'value'> {
  return { kind: TARGET_KIND_CODES[target.kind], value: targetValue(target) };
}

/** The rows that a change request has in the projection. */
export function touchRows(changeRequest: ScheduledChangeRequest): readonly TouchesTable[] {
  return targetsOf(changeRequest).map((target) => ({
    ...touchOf(target),
    project_id: changeRequest.project,
    change_request_id: changeRequest.id,
  }));
}

/** Adds rows to the projection. */
export async function insertTouches(
  db: Kysely<Tables>,
  jsonRows: JsonRows,
  rows: readonly TouchesTable[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += MAX_INSERTED) {
    // On SQLite, a statement holds the event loop.
    if (start > 0) await nextTurn();
    const inserted = rows.slice(start, start + MAX_INSERTED);
    await sql`
      insert into touches (project_id, kind, value, change_request_id)
      select project_id, kind, value, change_request_id
      from ${jsonRows(JSON.stringify(inserted), TOUCH_COLUMNS)}`.execute(db);
  }
}
