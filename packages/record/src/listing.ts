import type { Change, Readings, Schedule, ScheduledChangeRequest } from '@forewarn/core';
import { scheduledAtOf, UNSCHEDULED } from './scheduled-at.ts';
import { compareBytes } from './compare-bytes.ts';
import type { ListingFilter, ListingPlace } from './listing-reader.ts';
import { hasDoubts } from './doubts-of.ts';

/** What a listing orders and filters by, targets aside. It does not depend on the time, so a store can keep it. */
export interface ListingEntry extends ListingPlace {
  readonly environment: string;
  /** Undefined without a schedule. */
  readonly status: Schedule['status'] | undefined;
  readonly hasTrouble: boolean;
}

/** Returns the entry of a change request. */
export const listingEntryOf = (
  changeRequest: ScheduledChangeRequest,
  readings?: Readings,
): ListingEntry => ({
  ...listingPlaceOf(changeRequest),
  environment: changeRequest.environment,
  status: changeRequest.schedule?.status,
  hasTrouble: hasTrouble(changeRequest, readings),
});

/** Returns the place of a change request. */
export const listingPlaceOf = (
  changeRequest: Pick<ScheduledChangeRequest, 'schedule' | 'project' | 'id'>,
): ListingPlace => ({
  scheduledAt: scheduledAtOf(changeRequest),
  projectId: changeRequest.project,
  id: changeRequest.id,
});

/** Whether an entry passes each filter except `anyOf`. */
export function isListed(entry: ListingEntry, filter: ListingFilter): boolean {
  const { scheduledAt, environment, status } = entry;
  const { environments, statuses, from = -Infinity, to = Infinity, needAttentionAt } = filter;
  const hasTime = scheduledAt !== UNSCHEDULED;
  return (
    (environments?.includes(environment) ?? true) &&
    (statuses === undefined || (status !== undefined && statuses.includes(status))) &&
    ((filter.from ?? filter.to) === undefined ||
      (hasTime && scheduledAt >= from && scheduledAt < to)) &&
    // A schedule that is not pending has trouble, so one in the past needs attention in any case.
    (needAttentionAt === undefined || entry.hasTrouble || scheduledAt < needAttentionAt)
  );
}

/** Compares places: negative if the first comes before the second. */
export function compareListingPlaces(a: ListingPlace, b: ListingPlace): number {
  return a.scheduledAt - b.scheduledAt || compareBytes(a.projectId, b.projectId) || a.id - b.id;
}

/**
 * Whether a change request needs attention: it has trouble ({@link hasTrouble}), or it is overdue, which means that it is
 * pending and its time is in the past.
 *
 * @param now milliseconds since 1970
 */
export function needsAttention(changeRequest: ScheduledChangeRequest, now: number): boolean {
  return hasTrouble(changeRequest) || scheduledAtOf(changeRequest) < now;
}

/**
 * Whether a change request needs attention at any time:
 *
 * - its schedule failed or is suspended, or the time of its schedule can't be read,
 * - a change may touch more than it says (`doubtsIn`), or
 * - Unleash reported a conflict: `conflict` or `scheduleConflicts` of a change or a feature.
 */
export function hasTrouble(changeRequest: ScheduledChangeRequest, readings?: Readings): boolean {
  const { schedule, features, segments } = changeRequest;
  if (schedule !== undefined) {
    if (schedule.status !== 'pending' || scheduledAtOf({ schedule }) === UNSCHEDULED) return true;
  }
  return (
    hasDoubts(changeRequest, readings) ||
    segments.some(hasConflict) ||
    features.some(({ conflict, changes }) => saysSomething(conflict) || changes.some(hasConflict))
  );
}

const hasConflict = ({ conflict, scheduleConflicts }: Change): boolean =>
  saysSomething(conflict) || saysSomething(scheduleConflicts);

/** Unleash sends `{ changeRequests: [] }` for no conflict. */
function saysSomething(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return value !== undefined && value !== null && value !== '' && value !== false;
  }
  return Object.values(value).some(saysSomething);
}
