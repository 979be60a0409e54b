import type { FeatureChanges, SegmentChange } from './change.ts';

/** Maximum length of a title or a display name, in UTF-16 code units. That of a change request is cut where it is shown. */
export const MAX_TITLE_LENGTH = 255;

/**
 * When a change request will be applied, and its status. A failed or suspended schedule still counts as scheduled.
 * `scheduledAt` is an ISO 8601 time with its zone.
 */
export type Schedule =
  | { readonly status: 'pending'; readonly scheduledAt: string }
  | {
      readonly status: 'failed';
      readonly scheduledAt: string;
      readonly reason?: string;
      readonly failureReason?: string;
    }
  | { readonly status: 'suspended'; readonly scheduledAt: string; readonly reason?: string };

/** Identifies a change request. Two projects can have one with the same id. */
export interface ChangeRequestKey {
  readonly projectId: string;
  readonly id: number;
}

/** A change request in the state Scheduled, in the shape of Unleash's admin API. JSON, as it was put. */
export interface ScheduledChangeRequest {
  /** A whole number from 0 to 2^53 - 1, unique within its project. */
  readonly id: number;
  readonly title?: string;
  readonly environment: string;
  /** The project's id. */
  readonly project: string;
  readonly state: 'Scheduled';
  readonly schedule?: Schedule;
  readonly features: readonly FeatureChanges[];
  readonly segments: readonly SegmentChange[];
  readonly minApprovals?: number;
  readonly createdBy?: unknown;
  readonly createdAt?: unknown;
  readonly stateTimestamps?: unknown;
  readonly approvals?: unknown;
  readonly rejections?: unknown;
  readonly comments?: unknown;
}

/** All changes of a change request. */
export type Changes = Pick<ScheduledChangeRequest, 'features' | 'segments'>;

/** A search result. `title` is absent, never null, when the change request has none. */
export interface ScheduledChangeRequestSummary {
  readonly id: number;
  readonly environment: string;
  readonly title?: string;
}

/** Returns the summary of a change request. */
export function summaryOf({
  id,
  environment,
  title,
}: ScheduledChangeRequestSummary): ScheduledChangeRequestSummary {
  return title === undefined ? { id, environment } : { id, environment, title };
}

/** Returns a text as it is shown: cut if it is longer than {@link MAX_TITLE_LENGTH}. Stores keep all of it. */
export const shownTitle = (text: string): string =>
  text.length <= MAX_TITLE_LENGTH
    ? text
    : `${text.slice(0, MAX_TITLE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Returns a schedule as it is shown, with cut reasons. */
function shownSchedule(schedule: Schedule): Schedule {
  const { status, scheduledAt } = schedule;
  const shown = { status, scheduledAt: shownTitle(scheduledAt) };
  // A store keeps any JSON that it was given.
  const { reason, failureReason } = schedule as { reason?: unknown; failureReason?: unknown };
  if (typeof reason === 'string') Object.assign(shown, { reason: shownTitle(reason) });
  if (typeof failureReason === 'string') {
    Object.assign(shown, { failureReason: shownTitle(failureReason) });
  }
  return shown;
}

/** A change request, as an impact or a forecast shows it. */
export interface ShownChangeRequest extends ScheduledChangeRequestSummary {
  /** The project's id. */
  readonly project: string;
  readonly schedule?: Schedule;
}

/** Returns what an impact or a forecast shows of a change request. Its texts are cut as {@link shownTitle} does. */
export const shownOf = ({
  project,
  id,
  environment,
  title,
  schedule,
}: ScheduledChangeRequest): ShownChangeRequest => ({
  project,
  id,
  environment,
  ...(title === undefined ? {} : { title: shownTitle(title) }),
  ...(schedule === undefined ? {} : { schedule: shownSchedule(schedule) }),
});

/** Returns the name of a change request's author: its `username`, its `name` or the text itself, cut as {@link shownTitle} does. */
export function authorOf({
  createdBy,
}: Pick<ScheduledChangeRequest, 'createdBy'>): string | undefined {
  const { username, name } = Object(createdBy) as { username?: unknown; name?: unknown };
  const found = [username, name, createdBy].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  return found === undefined ? undefined : shownTitle(found);
}

/** The time of a change request without a readable one. It is after every other time. */
export const UNSCHEDULED = Number.MAX_SAFE_INTEGER;

/** Returns when a change request will be applied, in whole milliseconds since 1970, or {@link UNSCHEDULED}. */
export function scheduledAtOf({ schedule }: Pick<ScheduledChangeRequest, 'schedule'>): number {
  const time = schedule === undefined ? Number.NaN : Date.parse(schedule.scheduledAt);
  return Number.isNaN(time) ? UNSCHEDULED : time;
}
