import { utcText } from '@forewarn/forecast';
import { CsvSave, csvTime } from '../parts/csv-save.tsx';
import { useProjectNames, useProjects } from '../parts/project-names.tsx';
import { stateWords } from '../parts/state-mark.tsx';
import { type Entry, stateOf } from './entry.ts';
import { whyText } from './why-text.ts';

interface Props {
  readonly entries: readonly Entry[];
  /** Whether nothing is missing, except the names of the projects. */
  readonly isWhole: boolean;
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
export function CsvButton({ entries, isWhole }: Props) {
  const nameOf = useProjectNames();
  const rows = () => [COLUMNS, ...entries.map((entry) => cellsOf(entry, nameOf(entry.project)))];
  const areNamed = useProjects() !== undefined;
  return <CsvSave name="change-requests.csv" rows={rows} isWhole={isWhole && areNamed} />;
}

const cellsOf = (entry: Entry, project: string): readonly string[] => [
  csvTime(entry.at),
  entry.title,
  `${entry.id}`,
  stateWords(stateOf(entry)),
  whyText(entry, utcText),
  project,
  entry.project,
  entry.environment,
  entry.owner ?? '',
  entry.features.join(', '),
];
