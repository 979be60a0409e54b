import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ScheduledChangeRequest, scheduledAtOf, UNSCHEDULED } from '@forewarn/core';
import { type Kysely, sql } from 'kysely';
import { compileOnce } from '../session/compile-once.ts';
import { doubtRows } from './doubt-rows.ts';
import { COLUMNS, type JsonRows, rowGroups } from '../session/json-rows.ts';
import type { DoubtsTable, Tables, TouchesTable } from '../schema/tables.ts';
import { type OwnColumns, touchRows } from './touch-rows.ts';

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
  const times = changeRequests.map(scheduledAtOf);
  const rowsOf = <Row>(toRows: (each: ScheduledChangeRequest, own: OwnColumns) => readonly Row[]) =>
    changeRequests.flatMap((each, index) =>
      toRows(each, {
        project_id: each.project,
        change_request_id: each.id,
        scheduled_at: times[index] ?? UNSCHEDULED,
      }),
    );
  return { touches: rowsOf(touchRows), doubts: rowsOf(doubtRows) };
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
    const rows = jsonRows.ofLists?.(json, columns) ?? jsonRows(json, columns, projectId);
    return sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from ${rows}`.compile(db);
  });

const insert = { touches: insertInto('touches'), doubts: insertInto('doubts') };

/** The values of rows, in the order of the columns. */
function listsOf(table: keyof Projection, rows: readonly object[]): readonly unknown[] {
  const names = Object.keys(COLUMNS[table]);
  return rows.map((row) => names.map((name): unknown => Reflect.get(row, name)));
}

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
        const some = rows.slice(start, start + MAX_INSERTED);
        const json = JSON.stringify(jsonRows.ofLists === undefined ? some : listsOf(table, some));
        await insert[table](db, { json, projectId }, jsonRows);
        inserted += rows.length;
      }
    }
  }
}
