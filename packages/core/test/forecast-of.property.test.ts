import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Forecast, FORECASTS, forecastOf, type ScheduledChangeRequest } from '../src/index.ts';
import { changeRequest as touching } from './change-request.arbitrary.ts';
import { changeRequest, changing } from './samples.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const RUNS = { numRuns: 200 };

// Few times, so that many are equal.
const schedule = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 5 }).map((hours) => pendingIn(hours)) },
  fc.constantFrom(pendingIn(-1), { status: 'failed' as const, scheduledAt: timeIn(1) }),
);

function timeIn(hours: number): string {
  return new Date(NOW + hours * HOUR_MS).toISOString();
}

function pendingIn(hours: number) {
  return { status: 'pending' as const, scheduledAt: timeIn(hours) };
}

/** Change requests of two projects, with ids of their own. */
const scheduled: fc.Arbitrary<readonly ScheduledChangeRequest[]> = fc
  .array(fc.tuple(touching, schedule, fc.constantFrom('shop', 'bank')), { maxLength: 8 })
  .map((all) =>
    all.map(([changes, when, project], id) =>
      changeRequest({ ...changes, id, project, schedule: when }),
    ),
  );

const keyed = (forecasts: readonly Forecast[]): ReadonlyMap<number, Forecast> =>
  new Map(forecasts.map((each) => [each.id, each]));

const rankOf = ({ forecast }: Forecast): number => FORECASTS.indexOf(forecast);

test('the order in which they are given changes nothing', () => {
  fc.assert(
    fc.property(scheduled, fc.infiniteStream(fc.nat()), (all, ranks) => {
      const shuffled = all
        .map((each) => [ranks.next().value ?? 0, each] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, each]) => each);
      expect(forecastOf(shuffled, { now: NOW })).toEqual(forecastOf(all, { now: NOW }));
    }),
    RUNS,
  );
});

test('another one never makes a forecast better, unless it makes a cause uncertain', () => {
  fc.assert(
    fc.property(scheduled, (all) => {
      const before = keyed(forecastOf(all.slice(1), { now: NOW }));
      const after = keyed(forecastOf(all, { now: NOW }));
      for (const [id, forecast] of before) {
        const now = after.get(id);
        if (now === undefined) throw new Error(`${id} is gone`);
        const isUncertain = now.causes.some(
          ({ consequence }) => consequence.rule === 'cause-uncertain',
        );
        expect(isUncertain || rankOf(now) <= rankOf(forecast)).toBe(true);
      }
    }),
    RUNS,
  );
});

test('without effects, all go as planned', () => {
  const harmless = fc.constantFrom('updateEnabled', 'addStrategy', 'reorderStrategy');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('sale', 'banner'), harmless), { maxLength: 8 }),
      (changes) => {
        const all = changes.map(([feature, action], id) =>
          changeRequest({ id, schedule: pendingIn(id), features: [changing(feature, action)] }),
        );
        expect(forecastOf(all, { now: NOW }).map(({ forecast }) => forecast)).toEqual(
          all.map(() => 'as-planned'),
        );
      },
    ),
    RUNS,
  );
});

test('each that is to come has a forecast, and each cause another one that is to come', () => {
  fc.assert(
    fc.property(scheduled, (all) => {
      const forecasts = forecastOf(all, { now: NOW });
      const ids = all
        .filter(({ schedule: when }) => when?.status === 'pending' && when.scheduledAt >= timeIn(0))
        .map(({ id }) => id);
      expect(new Set(forecasts.map(({ id }) => id))).toEqual(new Set(ids));
      for (const { id, causes } of forecasts) {
        for (const cause of causes) expect(ids.filter((each) => each !== id)).toContain(cause.id);
      }
    }),
    RUNS,
  );
});
