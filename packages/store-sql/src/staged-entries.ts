import type { EndedEntry, StateEntry } from '@forewarn/core/operator';
import { type Kysely, sql } from 'kysely';
import { ok, type Result } from 'neverthrow';
import { changeRequestRow } from './change-request-rows.ts';
import {
  CHANGE_REQUEST_COLUMNS,
  type ColumnType,
  type JsonRows,
  PROJECT_COLUMNS,
  STRATEGY_COLUMNS,
  TOUCH_COLUMNS,
} from './json-rows.ts';
import { strategyRow } from './strategy-row.ts';
import type { Tables } from './tables.ts';
import { touchRows } from './touch-rows.ts';

/** Maximum size of one insert, in characters of JSON. */
const MAX_INSERT_LENGTH = 1_000_000;

/**
 * The tables that an import fills before it takes a lock: temporary ones, of the same columns as the tables they are
 * for, and of `no`, the entry's position. An ended change request has no body.
 */
const STAGED = {
  projects: PROJECT_COLUMNS,
  strategies: STRATEGY_COLUMNS,
  change_requests: CHANGE_REQUEST_COLUMNS,
  touches: TOUCH_COLUMNS,
} as const satisfies Partial<Record<keyof Tables, Readonly<Record<string, ColumnType>>>>;

type StagedTable = keyof typeof STAGED;

const TABLES = Object.keys(STAGED) as readonly StagedTable[];

/** Writes entries to temporary tables of the connection; stops at the first `Err`, and when the signal is aborted. */
export async function stageEntries<E>(
  db: Kysely<Tables>,
  jsonRows: JsonRows,
  entries: AsyncIterable<Result<StateEntry | EndedEntry, E>>,
  signal?: AbortSignal,
): Promise<Result<void, E>> {
  for (const table of TABLES) {
    const staged = sql.ref(`staged_${table}`);
    await sql`create temporary table ${staged} as
      select cast(0 as bigint) as no, ${sql.table(table)}.* from ${sql.table(table)} where false`.execute(
      db,
    );
    await sql`create index ${sql.ref(`${table}_by_no`)} on ${staged} (no)`.execute(db);
  }

  let no = 0;
  let length = 0;
  const waiting: Record<StagedTable, string[]> = {
    projects: [],
    strategies: [],
    change_requests: [],
    touches: [],
  };
  const flush = async (): Promise<void> => {
    length = 0;
    for (const table of TABLES) {
      const rows = waiting[table].splice(0);
      if (rows.length > 0) await insertStaged(db, jsonRows, table, rows);
    }
  };

  for await (const entry of entries) {
    signal?.throwIfAborted();
    if (entry.isErr()) return entry.map(() => undefined);
    no += 1;
    for (const { table, row } of rowsOf(entry.value)) {
      const json = JSON.stringify({ no, ...row });
      waiting[table].push(json);
      length += json.length;
    }
    if (length > MAX_INSERT_LENGTH) await flush();
  }
  await flush();
  return ok();
}

async function insertStaged(
  db: Kysely<Tables>,
  jsonRows: JsonRows,
  table: StagedTable,
  rows: readonly string[],
): Promise<void> {
  const columns: Readonly<Record<string, ColumnType>> = { no: 'bigint', ...STAGED[table] };
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  await sql`insert into ${sql.ref(`staged_${table}`)} (${names})
    select ${names} from ${jsonRows(`[${rows.join(',')}]`, columns)}`.execute(db);
}

function rowsOf(
  entry: StateEntry | EndedEntry,
): readonly { readonly table: StagedTable; readonly row: object }[] {
  switch (entry.kind) {
    case 'project':
      return [{ table: 'projects', row: { id: entry.project.id, name: entry.project.name } }];
    case 'strategy':
      return [{ table: 'strategies', row: strategyRow(entry.definition) }];
    case 'ended':
      return [{ table: 'change_requests', row: { project_id: entry.projectId, id: entry.id } }];
    case 'scheduled':
      return [
        { table: 'change_requests', row: changeRequestRow(entry.changeRequest) },
        ...touchRows(entry.changeRequest).map((row) => ({ table: 'touches', row }) as const),
      ];
  }
}
