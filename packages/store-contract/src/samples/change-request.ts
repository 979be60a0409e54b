import type { FeatureChanges, ScheduledChangeRequest, Target } from '@forewarn/core';

/** The project of a sample that names no other. */
export const PROJECT = 'shop';

/** A change request that touches nothing, but for what is given. */
export const changeRequest = (
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest => ({
  id: 1,
  environment: 'production',
  project: PROJECT,
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: '2030-01-31T08:00:00.000Z' },
  features: [],
  segments: [],
  ...given,
});

/** Changes that touch these features, and nothing else. */
export const enabling = (...names: readonly string[]): readonly FeatureChanges[] =>
  names.map((name) => ({
    name,
    changes: [{ action: 'updateEnabled', payload: { enabled: true } }],
  }));

export const feature = (name: string): Target => ({ kind: 'feature', name });
