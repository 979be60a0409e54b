import type { Change, FeatureChanges, ScheduledChangeRequest } from '@forewarn/core';
import { at, enabling } from '@forewarn/store-contract/writing';

export const ARCHIVE: Change = { action: 'archiveFeature' };
export const MONDAY = '2030-01-07T09:00:00.000Z';
export const TUESDAY = '2030-01-08T09:00:00.000Z';
export const THURSDAY = '2030-01-10T09:00:00.000Z';
export const FRIDAY = '2030-01-11T09:00:00.000Z';

/** Returns the changes of one feature. */
export const changing = (
  name: string,
  ...changes: readonly Change[]
): readonly FeatureChanges[] => [{ name, changes }];
export const updating = (id: string): Change => ({ action: 'updateStrategy', payload: { id } });
/** Returns a change that makes its feature depend on another one. */
export const depending = (feature: string): Change => ({
  action: 'addDependency',
  payload: { feature },
});
/** Returns a change that removes this dependency. */
export const releasing = (feature: string): Change => ({
  action: 'deleteDependency',
  payload: { feature },
});

/** Returns a change request that archives a feature. */
export const archiving = (
  scheduledAt: string,
  name: string,
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest => at(scheduledAt, { features: changing(name, ARCHIVE), ...given });

/** Returns a change request that changes a strategy of a feature. */
export const raising = (
  scheduledAt: string,
  name: string,
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  at(scheduledAt, { features: changing(name, updating(`of ${name}`)), ...given });

/** Returns a change request that is suspended if the feature is archived before, and has no effect. */
export const enablingAt = (
  scheduledAt: string,
  name: string,
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest => at(scheduledAt, { features: enabling(name), ...given });
