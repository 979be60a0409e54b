import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { targetKey } from '@forewarn/record';
import { changeRequest } from '../../core/test/samples.ts';
import { forecastOf } from '../src/forecast-of.ts';
import { type Gone, isGoneCause } from '../src/forecast.ts';

export const NOW = Date.parse('2026-11-21T12:00:00Z');
export const MONDAY = '2026-11-23T09:00:00Z';
export const WEDNESDAY = '2026-11-25T09:00:00Z';
export const THURSDAY = '2026-11-26T09:00:00Z';
export const FRIDAY = '2026-11-27T09:00:00Z';
export const SUNDAY = '2026-11-29T09:00:00Z';

export const at = (
  scheduledAt: string,
  id: number,
  feature: string,
  changes: readonly Change[],
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  changeRequest({
    id,
    schedule: { status: 'pending', scheduledAt },
    features: [{ name: feature, changes }],
    ...given,
  });

export const archive: Change = { action: 'archiveFeature' };
export const rollout: Change = { action: 'updateStrategy', payload: { id: 's1' } };
export const dependOn = (feature: string): Change => ({
  action: 'addDependency',
  payload: { feature },
});
export const release = (feature: string): Change => ({
  action: 'deleteDependency',
  payload: { feature },
});

/** As Unleash's page sends it: without a name. */
export const NAMELESS: Change = { action: 'deleteDependency' };

/** The forecast of each, and the rules of its causes, with their ids or what is gone. */
export const forecasts = (...scheduled: readonly ScheduledChangeRequest[]) =>
  forecastsWithout([], scheduled);

/** The same, each in a line, such as `2 fails 1: parent-gone`. */
export const linesOf = (...scheduled: readonly ScheduledChangeRequest[]) =>
  forecasts(...scheduled).map((each) => each.join(' '));

/** As `forecasts`, while some things are gone. */
export const forecastsWithout = (
  gone: readonly Gone[],
  scheduled: readonly ScheduledChangeRequest[],
) =>
  forecastOf(scheduled, { now: NOW, gone }).map(({ id, forecast, causes }) => [
    id,
    forecast,
    ...causes.map((cause) => {
      const origin = isGoneCause(cause) ? targetKey(cause.gone) : cause.id;
      return `${origin}: ${cause.consequence.rule}`;
    }),
  ]);
