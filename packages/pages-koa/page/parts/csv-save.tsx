import { csvText } from './csv-text.ts';
import { download } from './download.ts';

interface Props {
  readonly name: string;
  /** Makes the rows, the names of the columns first. */
  readonly rows: () => readonly (readonly string[])[];
  /** Whether nothing is missing: a file can't say later what was not read yet. */
  readonly isWhole: boolean;
}

/** Saves a table as a file for a spreadsheet. */
export const CsvSave = ({ name, rows, isWhole }: Props) => (
  <p class="csv">
    <button
      type="button"
      disabled={!isWhole}
      onClick={() => download(csvText(rows()), name, 'text/csv')}
    >
      Download as CSV
    </button>
    {!isWhole && <span class="hint"> Not all is read</span>}
  </p>
);

/** A time in UTC, as spreadsheets read it; empty if there is none that can be read. */
export function csvTime(at: number | undefined): string {
  return at === undefined || Number.isNaN(at)
    ? ''
    : new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
