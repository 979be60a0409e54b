import type { ChangeAction } from '@forewarn/core';

const IS_ENTERPRISE_ONLY: Readonly<Record<ChangeAction, boolean>> = {
  updateEnabled: false,
  addStrategy: false,
  updateStrategy: false,
  updateMilestoneStrategy: false,
  deleteStrategy: false,
  reorderStrategy: false,
  patchVariant: false,
  archiveFeature: false,
  addDependency: false,
  deleteDependency: false,
  updateSegment: false,
  deleteSegment: false,
  addReleasePlan: true,
  deleteReleasePlan: true,
  startMilestone: true,
  changeMilestoneProgression: true,
  createMilestoneProgression: true,
  updateMilestoneProgression: true,
  deleteMilestoneProgression: true,
  resumeMilestoneProgression: true,
  changeSafeguard: true,
  deleteSafeguard: true,
  changeReleasePlanSafeguard: true,
  deleteReleasePlanSafeguard: true,
  changeFeatureEnvSafeguard: true,
  deleteFeatureEnvSafeguard: true,
};

const ACTIONS = Object.keys(IS_ENTERPRISE_ONLY) as ChangeAction[];

/** The actions that only the Enterprise edition can apply. */
export const ENTERPRISE_ACTIONS = ACTIONS.filter((action) => IS_ENTERPRISE_ONLY[action]);

/** The actions that the open-source edition can apply. */
export const MEASURED_ACTIONS = ACTIONS.filter((action) => !IS_ENTERPRISE_ONLY[action]);
