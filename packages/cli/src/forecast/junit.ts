import type { Forecast } from '@forewarn/client';
import { describeChangeRequest, printable } from '../impact/describe.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import { describeForecast } from './describe-forecasts.ts';
import { whysOf } from './forecast-report.ts';

/** A test case: passing, failing, or in error because something is not known. */
interface Case {
  readonly in: string;
  readonly name: string;
  readonly problem?: {
    readonly kind: 'failure' | 'error';
    readonly type: string;
    readonly lines: readonly string[];
  };
}

/** The report as JUnit XML: a test case per change request that will not go as planned, one if there may be more, else a passing one. */
export function junitOf(report: ForecastReport, summary: string): string {
  const { forecasts, reasons, failure, outcome } = report;
  const all = { in: NAME, name: 'everything scheduled will go as planned' };
  const isAll = reasons.length === 0 && failure === undefined;
  const problem = { kind: 'error', type: 'unknown', lines: [summary] } as const;
  const cases: readonly Case[] = [
    ...forecasts.map(caseOf),
    ...(isAll ? [] : [{ ...all, problem }]),
    ...(outcome === 'as-planned' ? [all] : []),
  ];
  const count = (kind: string): number =>
    cases.filter((each) => each.problem?.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${NAME}" ${counts}>
<testsuite name="${NAME}" ${counts}>
${cases.map(elementOf).join('\n')}
</testsuite>
</testsuites>
`;
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

function elementOf({ in: classname, name, problem }: Case): string {
  const start = `<testcase classname="${escaped(classname)}" name="${escaped(name)}" time="0"`;
  if (problem === undefined) return `${start}/>`;
  const { kind, type, lines } = problem;
  const [message = '', ...others] = lines.map(escaped);
  const text = others.length === 0 ? message : others.join('\n');
  return `${start}><${kind} type="${type}" message="${message}">${text}</${kind}></testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** XML has no place for most control characters, not even as references. */
const escaped = (text: string): string =>
  printable(text).replaceAll(/[&<>"]/g, (each) => ENTITIES[each] ?? each);
