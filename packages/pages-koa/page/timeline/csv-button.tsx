import { reasonText } from '../forecast/cause.tsx';
import { csvText } from '../parts/csv-text.ts';
import { download } from '../parts/download.ts';
import { useProjectNames } from '../parts/project-names.tsx';
import { stateWords } from '../parts/state-mark.tsx';
import { type Entry, stateOf, troubleText } from './entry.ts';

interface Props {
  readonly entries: readonly Entry[];
  /** Whether nothing is missing: a file can't say later what was not read yet. */
  readonly isWhole: boolean;
  readonly now: number;
}

const COLUMNS = [
  'Time (UTC)',
  'Change request',
  'Number',
  'Status',
  'Why, and what to do',
  'Project',
  'Project id',
  'Environment',
  'Owner',
  'Features',
];

/** Saves the change requests of the tables as a file for a spreadsheet. */
export function CsvButton({ entries, isWhole, now }: Props) {
  const nameOf = useProjectNames();
  const save = (): void => {
    const rows = entries.map((entry) => cellsOf(entry, nameOf(entry.project), now));
    download(csvText([COLUMNS, ...rows]), 'change-requests.csv', 'text/csv');
  };
  return (
    <p class="csv">
      <button type="button" disabled={!isWhole} onClick={save}>
        Download as CSV
      </button>
      {!isWhole && <span class="hint"> Not all is read</span>}
    </p>
  );
}

const cellsOf = (entry: Entry, project: string, now: number): readonly string[] => [
  entry.at === undefined ? '' : new Date(entry.at).toISOString().slice(0, 19).replace('T', ' '),
  entry.title,
  `${entry.id}`,
  stateWords(stateOf(entry, now)),
  [troubleText(entry, now).trim(), entry.forecast === undefined ? '' : reasonText(entry.forecast)]
    .filter((text) => text !== '')
    .join(' '),
  project,
  entry.project,
  entry.environment,
  entry.owner ?? '',
  entry.features.join(', '),
];
