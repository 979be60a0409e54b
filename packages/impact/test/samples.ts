import type { Target, TargetKind } from '@forewarn/core';
import type { ImpactQuestion } from '../src/impact-question.ts';
import type { TargetFindings } from '../src/impact-reader.ts';

export * from '../../core/test/samples.ts';

/** A question about the feature that samples change. */
export const CHECKOUT: ImpactQuestion = { target: { kind: 'feature', name: 'checkout' } };

/** The actions on release plans, their milestones and safeguards. */
export const OF_PLAN = [
  'addReleasePlan',
  'deleteReleasePlan',
  'startMilestone',
  'changeMilestoneProgression',
  'createMilestoneProgression',
  'updateMilestoneProgression',
  'deleteMilestoneProgression',
  'resumeMilestoneProgression',
  'changeSafeguard',
  'deleteSafeguard',
  'changeReleasePlanSafeguard',
  'deleteReleasePlanSafeguard',
];

/** Findings of a target that nothing touches. */
export const NOTHING: TargetFindings = { count: 0, touching: [], isDoubtful: false, doubtful: [] };

export const TARGETS: Readonly<Record<TargetKind, Target>> = {
  feature: { kind: 'feature', name: 'checkout' },
  strategy: { kind: 'strategy', id: 's-1' },
  featureVariants: { kind: 'featureVariants', feature: 'checkout' },
  segment: { kind: 'segment', id: 7 },
  strategyDefinition: { kind: 'strategyDefinition', name: 'holidaySale' },
  environment: { kind: 'environment', name: 'production' },
  contextField: { kind: 'contextField', name: 'country' },
  user: { kind: 'user', name: 'ann' },
};
