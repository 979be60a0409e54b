import type { ScheduledChangeRequest } from '@forewarn/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOW, scheduled } from '../../impact/test/schedule.arbitrary.ts';
import { breaksOf } from '../src/breaks-of.ts';
import { forecastOf } from '../src/forecast-of.ts';
import {
  type Breaks,
  type Forecast,
  type ForecastBreak,
  scheduledCauses,
} from '../src/forecast.ts';

/** What one change request breaks, by the causes of the forecasts of all others. */
const inverted = (
  forecasts: readonly Forecast[],
  { id, project }: ScheduledChangeRequest,
): readonly ForecastBreak[] =>
  forecasts.flatMap(({ causes, ...victim }) => {
    const { createdBy: _author, forecast: _forecast, causeCount: _count, ...rest } = victim;
    const { hiddenCauses: _hidden, ...shown } = rest;
    return scheduledCauses(causes)
      .filter((cause) => cause.id === id && cause.project === project)
      .map(({ path, action, feature, touch, consequence }) => {
        const place = { path, action, feature } as ForecastBreak['touch'];
        return { ...shown, ...touch, touch: place, consequence };
      });
  });

/** Breaks of one victim are in the order of its own changes or of the other's. */
const sorted = (breaks: readonly ForecastBreak[]): readonly string[] =>
  breaks.map((each) => JSON.stringify(each)).toSorted();

test('what a change request breaks is what has it as a cause, the soonest first', () => {
  fc.assert(
    fc.property(scheduled, (all) => {
      const forecasts = forecastOf(all, { now: NOW });
      for (const one of all) {
        const of = { projectId: one.project, id: one.id };
        const found: Breaks = breaksOf(all, { now: NOW, of });
        const expected = inverted(forecasts, one);
        expect(sorted(found.breaks)).toEqual(sorted(expected));
        expect(found.breaks.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        const counts = { breakCount: expected.length, hiddenBreaks: 0, mayBreakMore: false };
        expect(found).toMatchObject(counts);

        const hidden = breaksOf(all, { now: NOW, of, isReadable: (id) => id === 'shop' });
        const readable = found.breaks.filter(({ project }) => project === 'shop');
        const hiddenBreaks = found.breakCount - readable.length;
        expect(hidden).toEqual({ ...found, breaks: readable, hiddenBreaks });
      }
    }),
    { numRuns: 100 },
  );
});
