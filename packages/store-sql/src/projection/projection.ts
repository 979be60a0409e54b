import { nextTurn } from '@forewarn/platform';
import { type ReadChangeRequest, scheduledAtOf } from '@forewarn/record';
import { type Kysely, sql } from 'kysely';
import { compileOnce } from '../session/compile-once.ts';
import { doubtRows } from './doubt-rows.ts';
import { COLUMNS, eachValue, type JsonRows, rowGroups, valuesOf } from '../session/json-rows.ts';
import type { SqlHooks } from '../session/sql-session.ts';
import type { DoubtsTable, Tables, TouchesTable } from '../schema/tables.ts';
import { type OwnColumns, touchRows } from './touch-rows.ts';

/** Maximum rows per insert. */
const MAX_INSERTED = 1_000;

export const PROJECTION_TABLES = ['touches', 'doubts'] as const;

/** Rows of the projection. */
export interface Projection {
  readonly touches: readonly TouchesTable[];
  readonly doubts: readonly DoubtsTable[];
}

/** Returns the rows that change requests have in the projection, with what a capability keeps beside the touches. */
export function projectionOf(
  read: readonly ReadChangeRequest[],
  hooks: readonly SqlHooks[],
): Projection {
  const influences = hooks.find((each) => each.influences !== undefined)?.influences;
  const rowsOf = <Row>(toRows: (each: ReadChangeRequest, own: OwnColumns) => readonly Row[]) =>
    read.flatMap((each) =>
      toRows(each, {
        project_id: each.changeRequest.project,
        change_request_id: each.changeRequest.id,
        scheduled_at: scheduledAtOf(each.changeRequest),
      }),
    );
  return {
    touches: rowsOf((each, own) => touchRows(each, own, influences?.of(each))),
    doubts: rowsOf(doubtRows),
  };
}

/** Returns the same, computed while the database runs a statement that is sent at the same time. */
export async function projectionSoon(
  read: readonly ReadChangeRequest[],
  hooks: readonly SqlHooks[],
): Promise<Projection> {
  await nextTurn();
  return projectionOf(read, hooks);
}

interface Inserted {
  readonly rows: unknown;
  readonly projectId: string | undefined;
}

const insertInto = (table: keyof Projection) =>
  compileOnce((db, { rows, projectId }: Inserted, jsonRows: JsonRows) => {
    const columns = COLUMNS[table];
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    const into = sql`insert into ${sql.table(table)} (${names})`;
    if (jsonRows.runsEach === true) {
      return { ...sql`${into} values (${eachValue(columns)})`.compile(db), parameters: [rows] };
    }
    return sql`
      ${into}
      select ${names} from ${jsonRows(rows as string, columns, projectId)}`.compile(db);
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
        const some = rows.slice(start, start + MAX_INSERTED);
        const values =
          jsonRows.runsEach === true ? valuesOf(some, COLUMNS[table]) : JSON.stringify(some);
        await insert[table](db, { rows: values, projectId }, jsonRows);
        inserted += rows.length;
      }
    }
  }
}
