import type { ScheduledChangeRequest } from '@forewarn/core';

/** The time of a change request without a readable one. It is after every other time. */
export const UNSCHEDULED = Number.MAX_SAFE_INTEGER;

/** Returns when a change request will be applied, in whole milliseconds since 1970, or {@link UNSCHEDULED}. */
export function scheduledAtOf({ schedule }: Pick<ScheduledChangeRequest, 'schedule'>): number {
  const time = schedule === undefined ? Number.NaN : Date.parse(schedule.scheduledAt);
  return Number.isNaN(time) ? UNSCHEDULED : time;
}
