import type { Spread } from './spread.ts';

/** Formats a table as text. The first row is the head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats what was measured as one line, with the name of each figure. */
export const lineOf = (measured: object): string =>
  Object.entries(measured)
    .map(([name, value]) => `${name} ${textOf(value)}`)
    .join(', ');

type Figure = string | number | readonly number[] | Spread;

/** A spread is `median (min–max)`. */
function textOf(figure: Figure): string {
  if (typeof figure === 'string') return figure;
  if (typeof figure === 'number') return figure.toFixed(digitsOf(figure));
  if (!('median' in figure)) return figure.map(textOf).join(' and ');
  const { median, min, max } = figure;
  const digits = digitsOf(median);
  const range = min === max ? '' : ` (${min.toFixed(digits)}–${max.toFixed(digits)})`;
  return `${median.toFixed(digits)}${range}`;
}

const digitsOf = (number: number): number =>
  Number.isInteger(number) || number >= 100 ? 0 : number < 1 ? 3 : 2;
