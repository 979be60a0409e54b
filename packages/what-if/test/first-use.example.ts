import type { ScheduledChangeRequest } from '@forewarn/core';
import { preview } from '@forewarn/what-if';

/** Returns the ids of those that would go less well if one of the project `shop` were moved. */
export const harmedBy = (
  scheduled: readonly ScheduledChangeRequest[],
  [id, scheduledAt]: readonly [id: number, scheduledAt: string],
  now = Date.now(),
) =>
  preview(scheduled, { projectId: 'shop', edits: [{ move: id, scheduledAt }] }, { now }).map(
    ({ worse }) => worse.map((each) => each.id),
  );
