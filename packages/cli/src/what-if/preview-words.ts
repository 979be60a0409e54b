import type { SchedulePreview } from '@forewarn/client';
import { FORECAST_REASON_WORDS, FORECAST_WORDS } from '@forewarn/forecast';
import { describeForecast, type ForecastWords } from '../forecast/describe-forecasts.ts';
import { present, type Remedies } from '../impact/describe.ts';
import { failureWords } from '../impact/summary.ts';
import { printable } from '../print.ts';
import type { PreviewReport } from './ask-preview.ts';

/** How a change request goes with edits. */
export type Previewed = SchedulePreview['worse'][number];

/** How a change request goes with edits, and how without, in words. */
export function changeWords({ before, ...forecast }: Previewed): ForecastWords {
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
