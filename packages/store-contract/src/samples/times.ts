import type { ScheduledChangeRequest } from '@forewarn/core';
import { changeRequest } from './change-request.ts';

/** Returns a change request that is applied at a time. */
export const at = (
  scheduledAt: string,
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  changeRequest({ schedule: { status: 'pending', scheduledAt }, ...given });

export const unscheduled = (given: Partial<ScheduledChangeRequest>): ScheduledChangeRequest => {
  const { schedule: _none, ...others } = changeRequest(given);
  return others;
};

/** In the order of a listing. */
export const TIMES: readonly ScheduledChangeRequest[] = [
  at('0000-01-01T00:00:00+14:00', { id: 90 }),
  at('1969-12-31T23:59:59.999Z', { id: 80 }),
  at('2030-01-01T02:00:00+14:00', { id: 70 }),
  at('2030-01-01T00:00Z', { id: 9 }),
  at('2029-12-31T23:00:00.0004-01:00', { id: 10 }),
  at('2030-01-01T00:00:00.000Z', { id: 100 }),
  at('2030-01-01T00:00:00.001Z', { id: 1 }),
  at('9999-12-31T23:59:59.999-12:00', { id: 2 }),
  unscheduled({ id: 0 }),
  at('tomorrow', { id: Number.MAX_SAFE_INTEGER }),
];
