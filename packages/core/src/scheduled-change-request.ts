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

/** A search result. `title` is absent, never null, when the change request has none, and cut as {@link shownTitle} does. */
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
  return title === undefined ? { id, environment } : { id, environment, title: shownTitle(title) };
}

/** Returns a text as it is shown: cut if it is longer than {@link MAX_TITLE_LENGTH}. Stores keep all of it. */
export const shownTitle = (text: string): string =>
  text.length <= MAX_TITLE_LENGTH
    ? text
    : `${text.slice(0, MAX_TITLE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
