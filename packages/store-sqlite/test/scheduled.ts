import type { ScheduledChangeRequest } from '@forewarn/core';

/** A scheduled change request of the project `shop` that archives the feature `checkout`. */
export const scheduled = (id: number): ScheduledChangeRequest => ({
  id,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
});
