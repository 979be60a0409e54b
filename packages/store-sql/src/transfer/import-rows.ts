import { type ImportTally, NO_TALLY } from '@forewarn/record';
import { sql } from 'kysely';
import { COLUMNS } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';
import { type BulkTable, keyColumnsOf, KEYS, writeRows } from '../writes/write-rows.ts';

/** The columns that have what things are. */
const CONTENT = { projects: 'name', strategies: 'definition', change_requests: 'body' } as const;

/** Brings rows up to date that no other rows are made of. */
export async function importRows(
  to: Writing,
  table: Exclude<BulkTable, 'change_requests'>,
  rows: readonly object[],
): Promise<ImportTally> {
  const isSame = await compare(to, table, rows);
  const changed = rows.filter((_, no) => isSame.get(no) !== true);
  await writeRows(to, table, changed, { replaces: true });
  return tallyOf(rows, isSame);
}

/** By the index of each row whose thing is stored, whether its content is the same. */
export type Compared = ReadonlyMap<number, boolean>;

/** Counts the rows of a comparison. */
export function tallyOf({ length }: readonly unknown[], isSame: Compared): ImportTally {
  const unchanged = [...isSame.values()].filter(Boolean).length;
  const replaced = isSame.size - unchanged;
  return { ...NO_TALLY, created: length - isSame.size, replaced, unchanged };
}

/** Finds the rows that are stored by their keys, and then compares those: in a first import, it sends no texts. */
export async function compare(
  { transaction, session }: Writing,
  table: BulkTable,
  rows: readonly object[],
  projectId?: string,
): Promise<Compared> {
  if (rows.length === 0) return new Map();
  const content = sql.ref(CONTENT[table]);
  const joined = async <Found>(json: string, found = sql``) => {
    const asked = session.jsonRows(json, { no: 'bigint', ...COLUMNS[table] }, projectId);
    const { rows: both } = await sql<Found & { readonly no: number }>`
      select no ${found} from ${asked} join ${sql.table(table)} t using (${keyColumnsOf(table)})
    `.execute(transaction);
    return both;
  };
  const all = rows.map((row, no) => ({ no, ...row }));
  const keys = await joined<object>(JSON.stringify(all, ['no', ...KEYS[table]]));
  if (keys.length === 0) return new Map();
  const stored = new Set(keys.map(({ no }) => no));
  const compared = await joined<{ readonly same: boolean | number | null }>(
    JSON.stringify(all.filter(({ no }) => stored.has(no))),
    sql`, t.${content} = json_rows.${content} as same`,
  );
  return new Map(compared.map(({ no, same }) => [no, Boolean(same)]));
}
