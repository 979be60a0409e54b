import type { Coverage, CoverageSource, ScheduledChangeRequest } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { changeRequest, enabling } from './change-request.ts';

export const NONE: Coverage = { kind: 'none' };
export const LIVE: Coverage = { kind: 'live' };
/** The time of data in samples. */
export const TIME = '2026-11-21T10:42:00.000Z';

export const asOf = (source: CoverageSource, time = TIME): Coverage => ({
  kind: 'as-of',
  asOf: time,
  source,
});

export const scheduled = (given: Partial<ScheduledChangeRequest> = {}): ScheduledChangeRequest =>
  changeRequest({ features: enabling('a'), ...given });

export const listed = (given: Partial<ScheduledChangeRequest> = {}): StateEntry => {
  return { kind: 'scheduled', changeRequest: scheduled(given) };
};
