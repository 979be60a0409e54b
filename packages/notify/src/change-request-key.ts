import type { ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import { keyOf } from '@forewarn/record';

export const changeRequestKey = ({
  project,
  id,
}: Pick<ScheduledChangeRequest, 'project' | 'id'>): ChangeRequestKey => ({
  projectId: project,
  id,
});

/** Returns a text that identifies a change request. */
export const keyText = ({ projectId, id }: ChangeRequestKey): string =>
  keyOf({ project: projectId, id });
