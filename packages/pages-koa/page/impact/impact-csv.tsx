import { doubtWords } from '@forewarn/impact';
import { CsvSave, csvTime } from '../parts/csv-save.tsx';
import { titleOf } from '../timeline/entry.ts';
import type { Asked } from './question.ts';
import {
  askedText,
  consequenceText,
  type Impact,
  outcomeText,
  reasonTexts,
  touchText,
} from './words.ts';

interface Props {
  readonly asked: readonly Asked[];
  /** One for each that is asked. */
  readonly impacts: readonly Impact[];
}

const COLUMNS = [
  'Asked',
  'Outcome',
  'Time (UTC)',
  'Change request',
  'Number',
  'Project id',
  'Environment',
  'Owner',
  'Change',
  'What happens',
  'Why, and what to do',
];

/** Saves what would break as a file for a spreadsheet: a row for each change, or for what nothing touches. */
export const ImpactCsv = ({ asked, impacts }: Props) => (
  <CsvSave
    name="what-would-break.csv"
    rows={() => [
      COLUMNS,
      ...asked.flatMap((each, index) => {
        const impact = impacts[index];
        return impact === undefined ? [] : rowsOf(askedText(each), impact);
      }),
    ]}
    isWhole={impacts.every(({ count, changeRequests }) => count === changeRequests.length)}
  />
);

function rowsOf(asked: string, impact: Impact): readonly (readonly string[])[] {
  const start = [asked, [outcomeText(impact), ...reasonTexts(impact)].join('. ')];
  const rows = impact.changeRequests.flatMap((changeRequest) => {
    const { id, project, environment, schedule, createdBy = '' } = changeRequest;
    const place = [
      csvTime(Date.parse(schedule?.scheduledAt ?? '')),
      titleOf(changeRequest),
      `${id}`,
      project,
      environment,
      createdBy,
    ];
    return changeRequest.touches.map((touch) => {
      const { why = '', next = '' } = touch.consequence ?? {};
      return [
        ...start,
        ...place,
        touchText(touch),
        consequenceText(touch),
        `${why} ${next}`.trim(),
      ];
    });
  });
  const doubts = impact.doubts.map((doubt) => {
    const { id, project, environment } = doubt;
    const place = ['', `Change request ${id}`, `${id}`, project, environment, '', ''];
    return [...start, ...place, 'Unknown', `It ${doubtWords(doubt)}`];
  });
  return rows.length + doubts.length === 0 ? [start] : [...rows, ...doubts];
}
