import { forecastOf } from '@forewarn/forecast';
import { expect, test } from 'vitest';
import { assertForecasts, type ForecastJson } from './assert-forecasts.ts';
import { forecastsByOracle } from './forecast-oracle.ts';
import { generatedSchedule, PROJECTS } from './generated-schedule.ts';

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
