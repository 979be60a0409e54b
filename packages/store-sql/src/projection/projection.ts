import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { type Kysely, sql } from 'kysely';
import { compileOnce } from '../session/compile-once.ts';
import { doubtRows } from './doubt-rows.ts';
import { COLUMNS, type JsonRows, rowGroups } from '../session/json-rows.ts';
import type { DoubtsTable, Tables, TouchesTable } from '../schema/tables.ts';
import { touchRows } from './touch-rows.ts';

/** Maximum rows per insert. */
const MAX_INSERTED = 1_000;

/** The tables of the projection. */
export const PROJECTION_TABLES = ['touches', 'doubts'] as const;

/** Rows of the projection. */
export interface Projection {
  readonly touches: readonly TouchesTable[];
  readonly doubts: readonly DoubtsTable[];
}

/** Returns the rows that change requests have in the projection. */
export function projectionOf(changeRequests: readonly ScheduledChangeRequest[]): Projection {
  return {
    touches: changeRequests.flatMap(touchRows),
    doubts: changeRequests.flatMap(doubtRows),
  };
}

/** Returns the same, computed while the database runs a statement that is sent at the same time. */
export async function projectionSoon(
  changeRequests: readonly ScheduledChangeRequest[],
): Promise<Projection> {
  await nextTurn();
  return projectionOf(changeRequests);
}

interface Inserted {
  readonly json: string;
  readonly projectId: string | undefined;
}

const insertInto = (table: keyof Projection) =>
  compileOnce((db, { json, projectId }: Inserted, jsonRows: JsonRows) => {
    const columns = COLUMNS[table];
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    return sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from ${jsonRows(json, columns, projectId)}`.compile(db);
  });

const insert = { touches: insertInto('touches'), doubts: insertInto('doubts') };

/** Adds rows to the projection. */
export async function insertProjection(
  db: Kysely<Tables>,
  jsonRows: JsonRows,
  projection: Projection,
): Promise<void> {
  let inserted = 0;
  for (const table of PROJECTION_TABLES) {
    const all: readonly (TouchesTable | DoubtsTable)[] = projection[table];
    for (const { rows, projectId } of rowGroups(jsonRows, all, (row) => row.project_id)) {
      for (let start = 0; start < rows.length; start += MAX_INSERTED) {
        // On SQLite, a statement holds the event loop.
        if (inserted >= MAX_INSERTED) await nextTurn();
        const json = JSON.stringify(rows.slice(start, start + MAX_INSERTED));
        await insert[table](db, { json, projectId }, jsonRows);
        inserted += rows.length;
      }
    }
  }
}
