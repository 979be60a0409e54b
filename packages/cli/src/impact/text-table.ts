import Table from 'cli-table3';
import { printable } from './describe.ts';

/** A row: a line, or several, per column. */
type Cells<Name extends string> = Readonly<Record<Name, string | readonly string[]>>;

/** A table without borders; empty without rows. A column without text, or that is hidden, is left out. */
export function textTable<Name extends string>(
  rows: readonly Cells<Name>[],
  hidden: readonly Name[],
): string {
  const [first] = rows;
  if (first === undefined) return '';
  const columns = (Object.keys(first) as Name[]).filter(
    (name) => !hidden.includes(name) && rows.some((row) => row[name].length > 0),
  );
  const table = new Table({
    head: columns.map((name) => (name === 'when' ? 'when (UTC)' : name)),
    chars: NO_BORDERS,
    style: COLUMNS,
  });
  for (const row of rows) table.push(columns.map((name) => cellOf(row[name])));
  return `${table.toString().replaceAll(/ +$/gm, '')}\n`;
}

const cellOf = (lines: string | readonly string[]): string =>
  [lines].flat().map(printable).join('\n');

// In a narrow terminal a wrapped link still works; a border would cut through it.
const SIDES = ['top', 'left', 'mid', 'right', 'bottom', 'middle'];
const NO_BORDERS = Object.fromEntries(
  SIDES.flatMap((side) => ['', '-left', '-mid', '-right'].map((end) => [`${side}${end}`, ''])),
);
const COLUMNS = { head: [], border: [], 'padding-left': 0, 'padding-right': 2 };
