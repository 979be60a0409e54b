import type { UnleashApi } from './unleash-api.ts';

/** A project that is being read from Unleash. */
export interface ProjectReading {
  readonly api: UnleashApi;
  readonly projectId: string;
  readonly signal?: AbortSignal | undefined;
}

export const changeRequestsPath = (projectId: string): string =>
  `/projects/${encodeURIComponent(projectId)}/change-requests`;
