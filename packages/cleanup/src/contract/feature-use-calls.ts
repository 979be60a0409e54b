import type { ProjectFeatureUse } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { type Calls, PROJECT, registerProjects } from '@forewarn/store-contract/writing';
import type { CleanupStore } from '../cleanup-store.ts';

/** The ports that `cleanupContracts` need: those of a store, and how features are used. */
export type CleanupPorts = Store & CleanupStore;

/** How the feature `a` of a project is used. */
export const useOf = (
  projectId: string,
  given: Partial<ProjectFeatureUse> = {},
): ProjectFeatureUse => ({
  projectId,
  asOf: '2026-11-21T10:42:07.000Z',
  features: [{ name: 'a', isStale: true }],
  ...given,
});

/** The calls of `featureUse`. */
export const FEATURE_USE_CALLS: Calls<CleanupPorts> = {
  'featureUse.replace': ({ featureUse }, options) => featureUse.replace(useOf(PROJECT), options),
  'featureUse.find': ({ featureUse }, options) => featureUse.find([PROJECT], options),
};

/** Registers the project of {@link FEATURE_USE_CALLS}. */
export const fillForFeatureUse = (store: CleanupPorts): Promise<unknown> =>
  registerProjects(store, PROJECT);
