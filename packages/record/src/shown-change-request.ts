import {
  type Schedule,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestSummary,
  shownTitle,
} from '@forewarn/core';

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

/** A change request, as reports show it. */
export interface ShownChangeRequest extends ScheduledChangeRequestSummary {
  /** The project's id. */
  readonly project: string;
  readonly schedule?: Schedule;
}

/** Returns what reports show of a change request. Its texts are cut as {@link shownTitle} does. */
export const shownOf = ({
  project,
  id,
  environment,
  title,
  schedule,
}: ShownChangeRequest): ShownChangeRequest => ({
  project,
  id,
  environment,
  ...(title === undefined ? {} : { title: shownTitle(title) }),
  ...(schedule === undefined ? {} : { schedule: shownSchedule(schedule) }),
});

/** Identifies a change request. */
export const keyOf = ({ project, id }: Pick<ShownChangeRequest, 'project' | 'id'>): string =>
  `${id} ${project}`;

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
