import { forecastOf, GONE_KINDS } from '@forewarn/forecast';
import { expect, test } from 'vitest';
import { assertForecasts, type ForecastJson } from './assert-forecasts.ts';
import { forecastsByOracle } from './forecast-oracle.ts';
import { generatedGone, generatedSchedule, PROJECTS } from './generated-schedule.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const READABLE = PROJECTS.slice(0, 2);

test.each([1, 2, 3, 7])('forecastOf finds what the oracle finds in schedule %d', (seed) => {
  const scheduled = generatedSchedule(seed, 300, NOW);
  const expected = forecastsByOracle(scheduled, NOW);
  const isReadable = (project: string): boolean => READABLE.includes(project);
  const found = forecastOf(scheduled, { now: NOW, isReadable });
  assertForecasts(JSON.parse(JSON.stringify(found)) as ForecastJson[], expected, isReadable);
  expect(new Set(expected.map(({ forecast }) => forecast)).size).toBeGreaterThan(3);
});

test.each([1, 2, 3, 4])(
  'forecastOf finds what is gone as the oracle does in schedule %d',
  (seed) => {
    const scheduled = generatedSchedule(seed, 300, NOW);
    const gone = generatedGone(seed, scheduled);
    const expected = forecastsByOracle(scheduled, NOW, gone);
    const isReadable = (project: string): boolean => READABLE.includes(project);
    const found = forecastOf(scheduled, { now: NOW, isReadable, gone });
    assertForecasts(JSON.parse(JSON.stringify(found)) as ForecastJson[], expected, isReadable);
    const kinds = expected.flatMap(({ causes }) =>
      causes.flatMap(({ gone: target }) => target?.kind ?? []),
    );
    expect(new Set(kinds)).toEqual(new Set(GONE_KINDS));
  },
);
