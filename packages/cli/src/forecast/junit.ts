import type { Forecast } from '@forewarn/client';
import { describeChangeRequest } from '../impact/describe.ts';
import { type Case, junitXml } from '../report/junit-xml.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import { describeForecast } from './describe-forecasts.ts';
import { whysOf } from './forecast-report.ts';

/** The report as JUnit XML: a test case per change request that will not go as planned, one if there may be more, else a passing one. */
export function junitOf(report: ForecastReport, summary: string): string {
  const { forecasts, reasons, failure, outcome } = report;
  const all = { in: NAME, name: 'every pending change request will go as planned' };
  const isAll = reasons.length === 0 && failure === undefined;
  const problem = { kind: 'error', type: 'unknown', lines: [summary] } as const;
  return junitXml(NAME, [
    ...forecasts.map(caseOf),
    ...(isAll ? [] : [{ ...all, problem }]),
    ...(outcome === 'as-planned' ? [all] : []),
  ]);
}

const NAME = 'forewarn forecast';

function caseOf(forecast: Forecast): Case {
  const words = describeForecast(forecast);
  const lines = [words.what, describeChangeRequest(forecast), ...whysOf(words)];
  const kind = forecast.forecast === 'unknown' ? 'error' : 'failure';
  return {
    in: `${forecast.project}.${forecast.environment}`,
    name: ['#', forecast.id, forecast.title === undefined ? '' : ` ${forecast.title}`].join(''),
    problem: { kind, type: forecast.forecast, lines },
  };
}
