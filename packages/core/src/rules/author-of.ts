import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';

/** Returns the name of a change request's author, as it was recorded: its `username`, its `name` or the text itself. */
export function authorOf({
  createdBy,
}: Pick<ScheduledChangeRequest, 'createdBy'>): string | undefined {
  const { username, name } = Object(createdBy) as { username?: unknown; name?: unknown };
  return [username, name, createdBy].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}
