import widthOf from 'fast-string-width';
import { cut, printable } from '../print.ts';

/** A row: a line, or several, per column. */
type Cells<Name extends string> = Readonly<Record<Name, string | readonly string[]>>;

/** A table without borders; empty without rows. A column without text, or that is hidden, is left out. */
export function textTable<Name extends string>(
  rows: readonly Cells<Name>[],
  hidden: readonly Name[],
): string {
  const [first] = rows;
  if (first === undefined) return '';
  const names = (Object.keys(first) as Name[]).filter(
    (name) => !hidden.includes(name) && rows.some((row) => row[name].length > 0),
  );
  const columns = names.map((name): Column => {
    const heading = name === 'when' ? 'when (UTC)' : name;
    const cells = [
      [heading],
      ...rows.map((row) => [row[name]].flat().map((line) => cut(printable(line), MAX_WIDTH))),
    ];
    const widths = cells.flat().map((line) => widthOf(line));
    return { cells, width: widths.reduce((one, other) => Math.max(one, other), 0) };
  });
  return [first, ...rows].map((_row, at) => rowOf(columns, at)).join('');
}

/** The lines of each cell of a column, and its width. */
interface Column {
  readonly cells: readonly (readonly string[])[];
  readonly width: number;
}

function rowOf(columns: readonly Column[], at: number): string {
  const row = columns.map(({ cells, width }) => ({ lines: cells[at] ?? [], width }));
  const height = Math.max(...row.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, index) => {
    const padded = row.map(({ lines: { [index]: line = '' }, width }) =>
      line.padEnd(line.length + width - widthOf(line) + GAP),
    );
    return `${padded.join('').trimEnd()}\n`;
  }).join('');
}

/** Maximum length of a line of a cell: each cell of a column is as wide as the widest. */
const MAX_WIDTH = 500;

/** Spaces between two columns. */
const GAP = 2;
