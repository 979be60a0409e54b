import { type RawBuilder, sql } from 'kysely';
import { COLUMNS, eachValue, selectRows, valuesOf } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';
import type { ChangeRequestRowKey } from './withdrawals.ts';

/** The keys of the tables that rows are written to in bulk. */
export const KEYS = {
  projects: ['id'],
  strategies: ['name'],
  change_requests: ['project_id', 'id'],
} as const;

/** A table that rows are written to in bulk. */
export type BulkTable = keyof typeof KEYS;

const namesOf = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql.ref(name)));

export const keyColumnsOf = (table: BulkTable): RawBuilder<unknown> => namesOf(KEYS[table]);

/**
 * Inserts rows, or replaces those that are there.
 *
 * @param projectId the project of all rows, if the statement should name it
 */
export async function writeRows(
  { session, transaction }: Writing<'jsonRows'>,
  table: BulkTable,
  rows: readonly object[],
  { replaces, projectId }: { readonly replaces: boolean; readonly projectId?: string | undefined },
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(COLUMNS[table]);
  const made = columns.filter((name) => !KEYS[table].some((key) => key === name));
  const assignments = made.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  const replacing = sql`on conflict (${keyColumnsOf(table)}) do update set ${sql.join(assignments)}`;
  const into = sql`insert into ${sql.table(table)} (${namesOf(columns)})`;
  if (session.jsonRows.runsEach === true) {
    const each = sql`${into} values (${eachValue(COLUMNS[table])}) ${replaces ? replacing : sql``}`;
    const parameters = [valuesOf(rows, COLUMNS[table])];
    await transaction.executeQuery({ ...each.compile(transaction), parameters });
    return;
  }
  // "where true" keeps SQLite from reading "on conflict" as a join's condition.
  await sql`
    ${into}
    select ${namesOf(columns)}
    from ${selectRows(session.jsonRows, rows, COLUMNS[table], projectId)}
    ${replaces ? sql`where true ${replacing}` : sql``}`.execute(transaction);
}

/**
 * Adds change requests. Returns the keys of those that were not there. The others stay as they are: another writer has added
 * them since this one looked.
 *
 * @param projectId the project of all rows, if the statement should name it
 */
export async function addRows(
  { session, transaction }: Writing<'jsonRows' | 'writesAlone'>,
  rows: readonly ChangeRequestRowKey[],
  projectId?: string,
): Promise<readonly ChangeRequestRowKey[]> {
  if (rows.length === 0) return [];
  if (session.writesAlone === true) {
    await writeRows({ session, transaction }, 'change_requests', rows, {
      replaces: false,
      projectId,
    });
    return rows;
  }
  const columns = COLUMNS.change_requests;
  const names = namesOf(Object.keys(columns));
  const { rows: added } = await sql<ChangeRequestRowKey>`
    insert into change_requests (${names})
    select ${names} from ${selectRows(session.jsonRows, rows, columns, projectId)}
    on conflict do nothing
    returning project_id, id`.execute(transaction);
  return added;
}
