import type { Forecast } from '@forewarn/client';
import { describeChangeRequest } from '../impact/describe.ts';
import { type Case, junitXml } from '../report/junit-xml.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import { type Breaking, isSure } from './breaking.ts';
import { breaksText, describeForecast, type ForecastWords } from './describe-forecasts.ts';
import { isWhole, whysOf } from './forecast-report.ts';

/** The report as JUnit XML: a test case per change request that will not go as planned or breaks others, one if there may be more, else a passing one. */
export function junitOf(report: ForecastReport, summary: string): string {
  const { forecasts, breaking, outcome } = report;
  const all = { in: NAME, name: 'every pending change request will go as planned' };
  const problem = { kind: 'error', type: 'unknown', lines: [summary] } as const;
  return junitXml(NAME, [
    ...forecasts.map((each) => caseOf(each, describeForecast(each))),
    ...breaking.map(breakingCaseOf),
    ...(isWhole(report) ? [] : [{ ...all, problem }]),
    ...(outcome === 'as-planned' ? [all] : []),
  ]);
}

const NAME = 'forewarn forecast';

function breakingCaseOf(of: Breaking): Case {
  const lines = [breaksText(of), describeChangeRequest(of)];
  return {
    in: `${of.project}.${of.environment}`,
    name: `#${of.id}${of.title === undefined ? '' : ` ${of.title}`}: breaks others`,
    problem: isSure(of)
      ? { kind: 'failure', type: 'breaks', lines }
      : { kind: 'error', type: 'may-break', lines },
  };
}

/** How a change request will go as a test case. */
export function caseOf(forecast: Forecast, words: ForecastWords): Case {
  const lines = [words.what, describeChangeRequest(forecast), ...whysOf(words)];
  const kind = forecast.forecast === 'unknown' ? 'error' : 'failure';
  return {
    in: `${forecast.project}.${forecast.environment}`,
    name: ['#', forecast.id, forecast.title === undefined ? '' : ` ${forecast.title}`].join(''),
    problem: { kind, type: forecast.forecast, lines },
  };
}
