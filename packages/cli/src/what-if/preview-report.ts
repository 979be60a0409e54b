import { annotation } from '../impact/annotations.ts';
import { describeChangeRequest, describeSchedule, present } from '../impact/describe.ts';
import { textTable } from '../impact/text-table.ts';
import { whysOf } from '../forecast/forecast-report.ts';
import { printableJson } from '../print.ts';
import { code, comment } from '../report/comment.ts';
import { type Case, junitXml } from '../report/junit-xml.ts';
import type { PreviewReport } from './ask-preview.ts';
import { changeWords, type Previewed } from './preview-words.ts';

/** What is shown of a change request, and whether it goes less well. */
interface Shown {
  readonly forecast: Previewed;
  readonly how: 'worse' | 'better';
}

const shownIn = ({ preview }: PreviewReport): readonly Shown[] => [
  ...(preview?.worse ?? []).map((forecast): Shown => ({ forecast, how: 'worse' })),
  ...(preview?.better ?? []).map((forecast): Shown => ({ forecast, how: 'better' })),
];

/** The report as one line of JSON. */
export const jsonOf = ({ outcome, preview, failure }: PreviewReport): string =>
  // The cause is an Error, which JSON can't hold; the message says what it was.
  `${printableJson({ outcome, ...preview, failure: failure && { ...failure, cause: undefined } })}\n`;

/** A table of what goes less well or better; empty if nothing does. */
export const tableOf = (report: PreviewReport): string =>
  textTable(
    shownIn(report).map(({ forecast, how }) => {
      const { what, ...words } = changeWords(forecast);
      return {
        change: how,
        project: forecast.project,
        id: idOf(forecast),
        environment: forecast.environment,
        when: describeSchedule(forecast.schedule),
        title: forecast.title ?? '',
        forecast: what,
        why: whysOf({ what, ...words }),
      };
    }),
    [],
  );

/** Workflow commands for GitHub Actions: one per change request that goes less well, and one if there may be more. */
export const annotationsOf = (report: PreviewReport, summary: string): string =>
  [
    ...shownIn(report).map(({ forecast, how }) => {
      const words = changeWords(forecast);
      const parts = [describeChangeRequest(forecast), ...whysOf(words)];
      const title = `${nameOf(forecast)} ${words.what}`;
      return annotation(title, parts.join('; '), how === 'worse' ? 'error' : 'notice');
    }),
    ...(isAllKnown(report) ? [] : [annotation('What edits would do', summary)]),
  ].join('');

/** The report as a comment in Markdown. */
export const markdownOf = (report: PreviewReport, summary: string): string =>
  comment('preview', summary, {
    head: ['When (UTC)', 'Change request', 'With the edits', 'Why, and what to do'],
    rows: shownIn(report).map(({ forecast }) => {
      const words = changeWords(forecast);
      const title = present(`${nameOf(forecast)}, ${forecast.environment}`, forecast.title);
      return [
        [code(describeSchedule(forecast.schedule))],
        [code(title.join(': '))],
        [code(words.what)],
        whysOf(words).map(code),
      ];
    }),
  });

/** The report as JUnit XML: a test case per change request that goes less well, one if there may be more, else a passing one. */
export function junitOf(report: PreviewReport, summary: string): string {
  const all = { in: NAME, name: 'nothing goes less well with the edits' };
  const problem = { kind: 'error', type: 'unknown', lines: [summary] } as const;
  return junitXml(NAME, [
    ...(report.preview?.worse ?? []).map(caseOf),
    ...(isAllKnown(report) ? [] : [{ ...all, problem }]),
    ...(report.outcome === 'not-worse' ? [all] : []),
  ]);
}

const NAME = 'forewarn preview';

function caseOf(forecast: Previewed): Case {
  const words = changeWords(forecast);
  const kind = forecast.forecast === 'unknown' ? 'error' : 'failure';
  return {
    in: `${forecast.project}.${forecast.environment}`,
    name: [idOf(forecast), ...(forecast.title === undefined ? [] : [forecast.title])].join(' '),
    problem: {
      kind,
      type: forecast.forecast,
      lines: [words.what, describeChangeRequest(forecast), ...whysOf(words)],
    },
  };
}

/** Whether all that goes less well is listed. */
const isAllKnown = ({ preview }: PreviewReport): boolean =>
  preview !== undefined &&
  preview.reasons.length === 0 &&
  preview.worse.length === preview.worseCount;

const idOf = ({ id }: Previewed): string => `#${id}`;

const nameOf = (forecast: Previewed): string => `${idOf(forecast)} in ${forecast.project}`;
