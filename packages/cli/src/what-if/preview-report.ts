import type { SchedulePreview } from '@forewarn/client';
import { FORECAST_REASON_WORDS, FORECAST_WORDS } from '@forewarn/forecast';
import { annotation } from '../impact/annotations.ts';
import {
  describeChangeRequest,
  describeSchedule,
  present,
  type Remedies,
} from '../impact/describe.ts';
import { failureWords } from '../impact/summary.ts';
import { textTable } from '../impact/text-table.ts';
import { describeForecast, type ForecastWords } from '../forecast/describe-forecasts.ts';
import { whysOf } from '../forecast/forecast-report.ts';
import { caseOf } from '../forecast/junit.ts';
import { printable } from '../print.ts';
import { code, comment } from '../report/comment.ts';
import { junitXml } from '../report/junit-xml.ts';
import type { PreviewReport } from './ask-preview.ts';

/** How a change request goes with edits. */
export type Previewed = SchedulePreview['worse'][number];

/** How a change request goes with edits, and how without, in words. */
function changeWords({ before, ...forecast }: Previewed): ForecastWords {
  const words = describeForecast(forecast);
  const instead =
    before === undefined ? 'is added' : `without the edits, ${FORECAST_WORDS[before]}`;
  return { ...words, what: `${words.what}; ${instead}` };
}

/** One line: what edits do, why there may be more, and how old the data is. */
export function summaryOf(
  { outcome, preview, failure }: PreviewReport,
  age?: string,
  remedies?: Partial<Remedies>,
): string {
  if (preview === undefined) {
    const why = failure === undefined ? '' : `: ${failureWords(failure, remedies)}`;
    return printable(`${UNKNOWN}${why}`);
  }
  const { worseCount, hiddenWorse, betterCount, hiddenBetter, reasons } = preview;
  const gaps = reasons.map((each) => FORECAST_REASON_WORDS[each] ?? each).join(', ');
  const parts = present(
    worseCount > 0
      ? `${counted(worseCount, hiddenWorse)} ${outcome === 'worse' ? 'less well' : 'perhaps less well'} with the edits`
      : outcome === 'not-worse'
        ? 'nothing goes less well with the edits'
        : UNKNOWN,
    betterCount > 0 ? `${counted(betterCount, hiddenBetter)} better` : undefined,
    gaps === '' ? undefined : `not all is known: ${gaps}`,
    age,
  );
  return printable(parts.join('; '));
}

const UNKNOWN = 'unknown whether anything goes less well with the edits';

const counted = (count: number, hidden: number): string =>
  [
    `${count} change ${count === 1 ? 'request goes' : 'requests go'}`,
    ...(hidden === 0 ? [] : [`(${hidden} in projects that this key may not read)`]),
  ].join(' ');

/** What is shown of each change request, and whether it goes less well. */
const shownIn = ({ preview }: PreviewReport) =>
  (['worse', 'better'] as const).flatMap((how) =>
    (preview?.[how] ?? []).map((forecast) => ({ how, forecast, words: changeWords(forecast) })),
  );

/** A table of what goes less well or better; empty if nothing does. */
export const tableOf = (report: PreviewReport): string =>
  textTable(
    shownIn(report).map(({ forecast, how, words }) => ({
      change: how,
      project: forecast.project,
      id: `#${forecast.id}`,
      environment: forecast.environment,
      when: describeSchedule(forecast.schedule),
      title: forecast.title ?? '',
      forecast: words.what,
      why: whysOf(words),
    })),
    [],
  );

/** Workflow commands for GitHub Actions: one per change request that goes less well, and one if there may be more. */
export const annotationsOf = (report: PreviewReport, summary: string): string =>
  [
    ...shownIn(report).map(({ forecast, how, words }) => {
      const parts = [describeChangeRequest(forecast), ...whysOf(words)];
      const title = `${nameOf(forecast)} ${words.what}`;
      return annotation(title, parts.join('; '), how === 'worse' ? 'error' : 'notice');
    }),
    ...(isAllKnown(report) ? [] : [annotation('What edits would do', summary)]),
  ].join('');

export const markdownOf = (report: PreviewReport, summary: string): string =>
  comment('preview', summary, {
    head: ['When (UTC)', 'Change request', 'With the edits', 'Why, and what to do'],
    rows: shownIn(report).map(({ forecast, words }) => {
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
    ...(report.preview?.worse ?? []).map((each) => caseOf(each, changeWords(each))),
    ...(isAllKnown(report) ? [] : [{ ...all, problem }]),
    ...(report.outcome === 'not-worse' ? [all] : []),
  ]);
}

const NAME = 'forewarn preview';

/** Whether all that goes less well is listed. */
const isAllKnown = ({ preview }: PreviewReport): boolean =>
  preview !== undefined &&
  preview.reasons.length === 0 &&
  preview.worse.length === preview.worseCount;

const nameOf = ({ id, project }: Previewed): string => `#${id} in ${project}`;
