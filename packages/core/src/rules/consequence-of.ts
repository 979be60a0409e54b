import type { ChangeAction } from '../model/change.ts';
import {
  type Consequence,
  type ConsequenceRule,
  CONSEQUENCES,
  type Intent,
} from '../model/impact.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';
import type { TargetKind } from '../model/target.ts';
import type { Touch } from '../model/touch.ts';

/** For each kind of target, what each intent for it does to a change that touches it. */
type Row = {
  readonly [Kind in TargetKind]: Readonly<Record<Intent<Kind>, ConsequenceRule>>;
};

const NOT_DOCUMENTED: Row = {
  feature: { archive: 'not-documented' },
  strategy: { update: 'not-documented', delete: 'not-documented' },
  featureVariants: { update: 'not-documented' },
  segment: { update: 'not-documented', delete: 'not-documented' },
  strategyDefinition: { update: 'not-documented', delete: 'not-documented' },
};

const OF_FEATURE: Row = { ...NOT_DOCUMENTED, feature: { archive: 'feature-archived' } };

const CHANGED_STRATEGY: Row['strategy'] = {
  update: 'strategy-updated',
  delete: 'strategy-deleted',
};

const INCLUDED_SEGMENT: Row['segment'] = { update: 'segment-updated', delete: 'segment-deleted' };

const CHANGED_SEGMENT: Row['segment'] = { update: 'not-documented', delete: 'segment-deleted' };

const USED_DEFINITION: Row['strategyDefinition'] = {
  update: 'definition-updated',
  delete: 'definition-deleted',
};

const RULES: Readonly<Record<ChangeAction, Row>> = {
  updateEnabled: OF_FEATURE,
  addStrategy: { ...OF_FEATURE, segment: INCLUDED_SEGMENT, strategyDefinition: USED_DEFINITION },
  updateStrategy: {
    ...OF_FEATURE,
    strategy: CHANGED_STRATEGY,
    segment: INCLUDED_SEGMENT,
    strategyDefinition: USED_DEFINITION,
  },
  // Its definitions are those of the whole release plan, so none of them is known to be the updated strategy's.
  updateMilestoneStrategy: {
    ...OF_FEATURE,
    strategy: CHANGED_STRATEGY,
    segment: INCLUDED_SEGMENT,
  },
  deleteStrategy: { ...OF_FEATURE, strategy: CHANGED_STRATEGY },
  reorderStrategy: { ...OF_FEATURE, strategy: CHANGED_STRATEGY },
  patchVariant: { ...OF_FEATURE, featureVariants: { update: 'variants-updated' } },
  archiveFeature: { ...OF_FEATURE, feature: { archive: 'already-archiving' } },
  addDependency: OF_FEATURE,
  deleteDependency: OF_FEATURE,
  updateSegment: { ...OF_FEATURE, segment: CHANGED_SEGMENT },
  deleteSegment: { ...OF_FEATURE, segment: CHANGED_SEGMENT },
  addReleasePlan: OF_FEATURE,
  deleteReleasePlan: OF_FEATURE,
  startMilestone: OF_FEATURE,
  changeMilestoneProgression: OF_FEATURE,
  deleteMilestoneProgression: OF_FEATURE,
  resumeMilestoneProgression: OF_FEATURE,
  changeReleasePlanSafeguard: OF_FEATURE,
  deleteReleasePlanSafeguard: OF_FEATURE,
  changeFeatureEnvSafeguard: OF_FEATURE,
  deleteFeatureEnvSafeguard: OF_FEATURE,
};

/**
 * Returns what an intent for the target of a touch does to the scheduled change request. An intent that the target's
 * kind does not have is `not-documented`.
 *
 * @param changeRequest the change request that has the touch: all changes of a feature decide what archiving it does
 */
export function consequenceOf(
  intent: Intent,
  { target, feature, action }: Touch,
  changeRequest: Pick<ScheduledChangeRequest, 'features'>,
): Consequence {
  if (target.kind !== 'feature') return by(ruleFor(intent, target.kind, action));
  if (intent !== 'archive') return by('not-documented');
  return by(target.name === feature ? ruleForArchiving(feature, changeRequest) : 'parent-archived');
}

function ruleFor(intent: Intent, kind: TargetKind, action: string | undefined): ConsequenceRule {
  const row = rowOf(action);
  const rules: Readonly<Partial<Record<Intent, ConsequenceRule>>> = row[kind];
  return rules[intent] ?? 'not-documented';
}

// A change request is suspended by any change of the feature, other than its archiving. Unseen changes may be either.
function ruleForArchiving(
  name: string,
  { features }: Pick<ScheduledChangeRequest, 'features'>,
): ConsequenceRule {
  const listed = features.filter((feature) => feature.name === name);
  const rules = new Set(
    listed.flatMap(({ changes }) =>
      changes.length === 0
        ? (['not-documented'] as const)
        : changes.map(({ action }) => rowOf(action).feature.archive),
    ),
  );
  if (rules.has('feature-archived')) return 'feature-archived';
  const isAlone = rules.size === 1 && rules.has('already-archiving');
  return isAlone ? 'already-archiving' : 'not-documented';
}

// Even an unknown action changes its feature.
const rowOf = (action = ''): Row =>
  Object.hasOwn(RULES, action) ? RULES[action as ChangeAction] : OF_FEATURE;

const by = (rule: ConsequenceRule): Consequence => ({ ...CONSEQUENCES[rule], rule }) as Consequence;
