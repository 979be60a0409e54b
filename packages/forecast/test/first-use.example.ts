import type { ScheduledChangeRequest } from '@forewarn/core';
import { forecastOf } from '@forewarn/forecast';

/** Returns the ids of those that will not go as planned. */
export const troubled = (scheduled: readonly ScheduledChangeRequest[], now = Date.now()) =>
  forecastOf(scheduled, { now })
    .filter(({ forecast }) => forecast !== 'as-planned')
    .map(({ id }) => id);
