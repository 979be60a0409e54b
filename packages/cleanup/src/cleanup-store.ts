import type { FeatureUseRepository } from '@forewarn/record';

/** The port that clean-up adds to a store. */
export interface CleanupStore {
  readonly featureUse: FeatureUseRepository;
}
