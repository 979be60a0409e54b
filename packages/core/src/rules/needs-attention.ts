import type { Change } from '../model/change.ts';
import {
  type ScheduledChangeRequest,
  scheduledAtOf,
  UNSCHEDULED,
} from '../model/scheduled-change-request.ts';
import { doubtsIn } from './doubts-of.ts';

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
export function hasTrouble(changeRequest: ScheduledChangeRequest): boolean {
  const { schedule, features, segments } = changeRequest;
  if (schedule !== undefined) {
    if (schedule.status !== 'pending' || scheduledAtOf({ schedule }) === UNSCHEDULED) return true;
  }
  return (
    doubtsIn(changeRequest).length > 0 ||
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
