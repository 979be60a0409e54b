import type { FeatureUse } from '@forewarn/record';

/** A stale feature without a dependency, which no application has ever used. */
export const staleFeature = (name: string, given: Partial<FeatureUse> = {}): FeatureUse => ({
  name,
  isStale: true,
  lastSeenAt: null,
  children: [],
  parents: [],
  ...given,
});
