import { authorOf, type ScheduledChangeRequest } from '@forewarn/core';

/** The status of a schedule, or `none` for a change request without one. */
export type Status = 'pending' | 'suspended' | 'failed' | 'none';

/** What the timeline shows of a change request. */
export interface Entry {
  readonly project: string;
  readonly id: number;
  readonly environment: string;
  readonly title: string;
  readonly status: Status;
  /** In milliseconds; absent without a schedule. */
  readonly at?: number;
  readonly owner: string | undefined;
  readonly features: readonly string[];
}

/** Makes an entry of a change request. */
export function entryOf(changeRequest: ScheduledChangeRequest): Entry {
  const { project, id, environment, schedule, features } = changeRequest;
  const at = Date.parse(schedule?.scheduledAt ?? '');
  return {
    project,
    id,
    environment,
    title: titleOf(changeRequest),
    status: schedule?.status ?? 'none',
    ...(Number.isNaN(at) ? {} : { at }),
    owner: authorOf(changeRequest),
    features: features.map(({ name }) => name),
  };
}

/** The title of a change request, or its number if it has none. */
export const titleOf = ({ title, id }: Pick<ScheduledChangeRequest, 'title' | 'id'>): string =>
  title === undefined || title.trim() === '' ? `Change request ${id}` : title;

/** Whether it should have been applied already. */
export const isOverdue = ({ status, at }: Entry, now: number): boolean =>
  status === 'pending' && at !== undefined && at < now;

/** Identifies an entry. */
export const keyOf = ({ project, id }: Pick<Entry, 'project' | 'id'>): string => `${id} ${project}`;
