import type { FeatureChanges, ScheduledChangeRequest, Target } from '@forewarn/core';

/** The default project of samples. */
export const PROJECT = 'shop';

/** Returns a change request that touches nothing, with the given fields. */
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

/** Returns changes that touch only these features. */
export const enabling = (...names: readonly string[]): readonly FeatureChanges[] =>
  names.map((name) => ({
    name,
    changes: [{ action: 'updateEnabled', payload: { enabled: true } }],
  }));

export const feature = (name: string): Target => ({ kind: 'feature', name });
