/** The known actions, older names among them. `known-actions.ts` says what each touches. */
export type ChangeAction =
  | 'updateEnabled'
  | 'addStrategy'
  | 'updateStrategy'
  | 'updateMilestoneStrategy'
  | 'deleteStrategy'
  | 'reorderStrategy'
  | 'patchVariant'
  | 'archiveFeature'
  | 'addDependency'
  | 'deleteDependency'
  | 'updateSegment'
  | 'deleteSegment'
  | 'addReleasePlan'
  | 'deleteReleasePlan'
  | 'startMilestone'
  | 'changeMilestoneProgression'
  | 'createMilestoneProgression'
  | 'updateMilestoneProgression'
  | 'deleteMilestoneProgression'
  | 'resumeMilestoneProgression'
  | 'changeSafeguard'
  | 'deleteSafeguard'
  | 'changeReleasePlanSafeguard'
  | 'deleteReleasePlanSafeguard'
  | 'changeFeatureEnvSafeguard'
  | 'deleteFeatureEnvSafeguard';

/** One change of a change request, in the shape of Unleash's admin API. */
export interface Change {
  readonly id?: number;
  /** A {@link ChangeAction}, or an unknown one. */
  readonly action: string;
  /** JSON: an object or an array, by action. */
  readonly payload?: unknown;
  readonly conflict?: unknown;
  readonly scheduleConflicts?: unknown;
  readonly createdBy?: unknown;
  readonly createdAt?: unknown;
}

export interface SegmentChange extends Change {
  readonly name?: string;
}

/** The changes that a change request lists under one feature. */
export interface FeatureChanges {
  readonly name: string;
  readonly conflict?: unknown;
  readonly changes: readonly Change[];
  /** What Unleash does in addition when it applies the change request, such as adding the project's default strategy. */
  readonly defaultChange?: Change;
}
