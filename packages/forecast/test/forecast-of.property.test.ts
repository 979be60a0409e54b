import { type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import { targetKey } from '@forewarn/record';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeRequest, changing } from '../../core/test/samples.ts';
import { NOW, pendingIn, scheduled, timeIn } from '../../impact/test/schedule.arbitrary.ts';
import { influencesOf } from '../src/effects-of.ts';
import { forecastOf } from '../src/forecast-of.ts';
import {
  type Forecast,
  FORECASTS,
  type Gone,
  isGoneCause,
  type ScheduledCause,
  scheduledCauses,
} from '../src/forecast.ts';

const RUNS = { numRuns: 100 };

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

/** The rules by which another change request makes what one causes unknown. */
const UNCERTAIN = ['cause-uncertain', 'dependency-uncertain'];

/** Whether another one may decide: what a cause does is uncertain, or the other removes the dependency before it. */
const isOpenTo =
  (other: ScheduledChangeRequest) =>
  ({ consequence: { rule, outcome } }: Pick<ScheduledCause, 'consequence'>): boolean =>
    UNCERTAIN.includes(rule) ||
    ((outcome === 'refused' || rule === 'order-unknown') && removesDependency(other));

const removesDependency = ({ features }: ScheduledChangeRequest): boolean =>
  features.some(({ changes }) => changes.some(({ action }) => action === 'deleteDependency'));

/** Whether a cause is among others, with the same consequence or an uncertain one. */
const isKept = (cause: ScheduledCause, others: readonly ScheduledCause[]): boolean =>
  others.some(
    ({ id, path, touch, consequence: { rule } }) =>
      id === cause.id &&
      path === cause.path &&
      touch.path === cause.touch.path &&
      (rule === cause.consequence.rule || UNCERTAIN.includes(rule)),
  );

test('another one never makes a forecast better, unless it makes a cause uncertain, or decides for one', () => {
  fc.assert(
    fc.property(scheduled, (all) => {
      const after = keyed(forecastOf(all, { now: NOW }));
      for (const other of all) {
        const before = all.filter((each) => each !== other);
        const isOpen = isOpenTo(other);
        for (const forecast of forecastOf(before, { now: NOW })) {
          const now = after.get(forecast.id);
          if (now === undefined) throw new Error(`${forecast.id} is gone`);
          const lost = scheduledCauses(forecast.causes).filter(
            (cause) => !isOpen(cause) && !isKept(cause, scheduledCauses(now.causes)),
          );
          expect(lost).toEqual([]);
          const isDecided = [...forecast.causes, ...now.causes].some(isOpen);
          expect(isDecided || rankOf(now) <= rankOf(forecast)).toBe(true);
        }
      }
    }),
    RUNS,
  );
});

test('what happens at the same time makes no forecast worse than unknown', () => {
  fc.assert(
    fc.property(scheduled, (all) => {
      for (const { schedule: when, causes } of forecastOf(all, { now: NOW })) {
        const outcomes = scheduledCauses(causes)
          .filter((cause) => cause.schedule?.scheduledAt === when?.scheduledAt)
          .map(({ consequence }) => consequence.outcome);
        expect(outcomes.filter((outcome) => outcome !== 'unknown')).toEqual([]);
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
        for (const cause of scheduledCauses(causes))
          expect(ids.filter((each) => each !== id)).toContain(cause.id);
      }
    }),
    RUNS,
  );
});

test('the result for one equals its row in the result for all, and what it discloses does not change it', () => {
  fc.assert(
    fc.property(scheduled, (all) => {
      for (const whole of forecastOf(all, { now: NOW })) {
        const isAsked = ({ id }: ScheduledChangeRequest): boolean => id === whole.id;
        expect(forecastOf(all, { now: NOW, isAsked })).toEqual([whole]);
        const [hidden] = forecastOf(all, { now: NOW, isAsked, isReadable: (id) => id === 'shop' });
        const { causes, hiddenCauses, ...rest } = whole;
        const readable = scheduledCauses(causes).filter(({ project }) => project === 'shop');
        const hiddenOnes = whole.causeCount - readable.length;
        expect(hidden).toEqual({ ...rest, causes: readable, hiddenCauses: hiddenOnes });
        expect(hiddenCauses).toBe(0);
      }
    }),
    { numRuns: 30 },
  );
});

/** Those of which something may decide how one will go: they have an influence on the same target, or such a one does. */
function needed(one: ScheduledChangeRequest, all: readonly ScheduledChangeRequest[]) {
  const found = new Set([one]);
  for (const each of found) {
    const touched = new Set(targetsOf(each).map(targetKey));
    for (const other of all) {
      if (influencesOf(other).some(({ target }) => touched.has(targetKey(target))))
        found.add(other);
    }
  }
  return found;
}

test('what has no influence on the same targets, or on those of its causes, decides nothing', () => {
  fc.assert(
    fc.property(scheduled, (all) => {
      for (const whole of forecastOf(all, { now: NOW })) {
        const isAsked = ({ id }: ScheduledChangeRequest): boolean => id === whole.id;
        const among = all.filter(isAsked).flatMap((one) => [...needed(one, all)]);
        expect(forecastOf(among, { now: NOW, isAsked })).toEqual([whole]);
      }
    }),
    { numRuns: 30 },
  );
});

/** What of the generated names is gone. */
const gone: fc.Arbitrary<readonly Gone[]> = fc.array(
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom('1', '2', 'sale'),
        fc.subarray(['archive', 'delete', 'move'] as const, { minLength: 1 }),
      )
      .map(([name, removals]): Gone => ({ target: { kind: 'feature', name }, removals })),
    fc.constantFrom<Gone>(
      { target: { kind: 'environment', name: 'production' }, removals: ['remove'] },
      { target: { kind: 'segment', id: 1 }, projectId: 'shop', removals: ['delete'] },
    ),
  ),
  { maxLength: 3 },
);

test('what is gone makes no forecast better, unless it makes a cause uncertain', () => {
  fc.assert(
    fc.property(scheduled, gone, (all, missing) => {
      const after = keyed(forecastOf(all, { now: NOW, gone: missing }));
      for (const forecast of forecastOf(all, { now: NOW })) {
        const now = after.get(forecast.id);
        const isUncertain = now?.causes.some(({ consequence }) =>
          UNCERTAIN.includes(consequence.rule),
        );
        expect(now !== undefined && (isUncertain || rankOf(now) <= rankOf(forecast))).toBe(true);
        expect(now?.causeCount).toBeGreaterThanOrEqual(forecast.causeCount);
      }
    }),
    RUNS,
  );
});

test('what a change request does not touch in its project is no cause of it', () => {
  fc.assert(
    fc.property(scheduled, gone, (all, missing) => {
      for (const each of forecastOf(all, { now: NOW, gone: missing })) {
        const own = all.find(({ id }) => id === each.id);
        const touched = new Set(own === undefined ? [] : targetsOf(own).map(targetKey));
        const causes = each.causes.filter(isGoneCause).map((cause) => targetKey(cause.gone));
        const possible = missing
          .filter(({ projectId = each.project }) => projectId === each.project)
          .map(({ target }) => targetKey(target));
        expect(causes.filter((key) => !touched.has(key) || !possible.includes(key))).toEqual([]);
      }
    }),
    RUNS,
  );
});
