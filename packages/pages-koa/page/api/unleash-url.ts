import type { ScheduledChangeRequest } from '@forewarn/core';

/** The address of the Unleash that the service follows, if it follows one. */
const base = document.querySelector<HTMLMetaElement>('meta[name="forewarn-unleash-url"]')?.content;

/** Returns the address of a change request in Unleash, if it is known. */
export const unleashUrlOf = ({
  project,
  id,
}: Pick<ScheduledChangeRequest, 'project' | 'id'>): string | undefined =>
  base && `${base}/projects/${encodeURIComponent(project)}/change-requests/${id}`;
