import type { ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';

/** Returns the key of a change request. */
export const keyOf = ({
  project,
  id,
}: Pick<ScheduledChangeRequest, 'project' | 'id'>): ChangeRequestKey => ({
  projectId: project,
  id,
});

/** Returns a text that identifies a change request. */
export const keyText = ({ projectId, id }: ChangeRequestKey): string => `${id} ${projectId}`;
