import {
  type Change,
  type ChangeAction,
  constraintsOf,
  type ScheduledChangeRequest,
  type TargetKind,
  type Touch,
  touchesOf,
} from '@forewarn/core';
import { changesIn } from '@forewarn/record';
import { type Consequence, type ConsequenceRule, CONSEQUENCES, type NameCheck } from './impact.ts';
import type { ImpactQuestion, Intent } from './impact-question.ts';
import { RULE_WORDS } from './words.ts';

/** For each kind of target, what each intent for it does to a change that touches it. */
type Row = {
  readonly [Kind in TargetKind]: Readonly<Record<Intent<Kind>, ConsequenceRule>>;
};

const NO_RULE: Row = {
  feature: {
    archive: 'no-rule',
    delete: 'no-rule',
    move: 'no-rule',
    import: 'no-rule',
    'become-parent': 'no-rule',
    'become-child': 'no-rule',
  },
  strategy: { update: 'no-rule', delete: 'no-rule' },
  featureVariants: { update: 'no-rule' },
  segment: { update: 'no-rule', move: 'no-rule', delete: 'no-rule' },
  strategyDefinition: { update: 'no-rule', delete: 'no-rule' },
  environment: { remove: 'no-rule' },
  contextField: { update: 'no-rule' },
  user: { delete: 'author-deleted' },
};

// Archiving and deleting a feature concern each of its changes, whatever its action.
const ENTERPRISE: Row = {
  ...NO_RULE,
  feature: { ...NO_RULE.feature, archive: 'feature-archived', delete: 'feature-deleted' },
};

const PLAN: Row = {
  ...ENTERPRISE,
  strategyDefinition: { update: 'no-rule', delete: 'planned-definition-deleted' },
};

const OPEN: Row = {
  ...NO_RULE,
  feature: {
    archive: 'feature-archived',
    delete: 'feature-deleted',
    move: 'feature-moved',
    import: 'still-applies',
    'become-parent': 'still-applies',
    'become-child': 'still-applies',
  },
  environment: { remove: 'environment-left' },
};

// Without a strategy, a change does not need the project to have the environment.
const ANYWHERE: Row = { ...OPEN, environment: { remove: 'still-applies' } };

// Unleash checks that the project has the environment.
const CHECKED: Row = { ...OPEN, environment: { remove: 'environment-removed' } };

const USED_DEFINITION: Row['strategyDefinition'] = {
  update: 'still-applies',
  delete: 'definition-deleted',
};

const USING: Row = {
  ...OPEN,
  segment: {
    update: 'included-segment-updated',
    move: 'included-segment-moved',
    delete: 'included-segment-deleted',
  },
  strategyDefinition: USED_DEFINITION,
  contextField: { update: 'context-field-updated' },
};

const REPLACED: Row['feature'] = { ...OPEN.feature, import: 'strategies-replaced' };
const OF_CHILD: Row['feature'] = { ...OPEN.feature, 'become-parent': 'child-becomes-parent' };

const OF_SEGMENT: Row = {
  ...ENTERPRISE,
  segment: { update: 'still-applies', move: 'still-applies', delete: 'segment-deleted' },
  environment: { remove: 'still-applies' },
};

const RULES: Readonly<Record<ChangeAction, Row>> = {
  updateEnabled: CHECKED,
  addStrategy: USING,
  updateStrategy: {
    ...USING,
    feature: REPLACED,
    strategy: { update: 'strategy-updated', delete: 'strategy-deleted' },
  },
  updateMilestoneStrategy: {
    ...ENTERPRISE,
    segment: { ...NO_RULE.segment, delete: 'segment-deleted' },
    strategyDefinition: { update: 'no-rule', delete: 'milestone-definition-deleted' },
  },
  deleteStrategy: {
    ...OPEN,
    feature: REPLACED,
    strategy: { update: 'still-applies', delete: 'strategy-deleted' },
  },
  reorderStrategy: {
    ...CHECKED,
    feature: REPLACED,
    strategy: { update: 'still-applies', delete: 'ordered-strategy-deleted' },
  },
  patchVariant: { ...CHECKED, featureVariants: { update: 'variants-updated' } },
  archiveFeature: { ...ANYWHERE, feature: { ...OF_CHILD, archive: 'already-archiving' } },
  addDependency: { ...ANYWHERE, feature: OF_CHILD },
  deleteDependency: {
    ...ANYWHERE,
    feature: {
      ...OPEN.feature,
      move: 'still-depends',
      'become-parent': 'still-depends',
      'become-child': 'dependency-gone',
    },
  },
  updateSegment: {
    ...OF_SEGMENT,
    segment: { ...OF_SEGMENT.segment, update: 'segment-updated' },
    contextField: { update: 'context-field-updated' },
  },
  deleteSegment: OF_SEGMENT,
  addReleasePlan: PLAN,
  deleteReleasePlan: PLAN,
  startMilestone: PLAN,
  changeMilestoneProgression: PLAN,
  createMilestoneProgression: PLAN,
  updateMilestoneProgression: PLAN,
  deleteMilestoneProgression: PLAN,
  resumeMilestoneProgression: PLAN,
  changeSafeguard: PLAN,
  deleteSafeguard: PLAN,
  changeReleasePlanSafeguard: PLAN,
  deleteReleasePlanSafeguard: PLAN,
  changeFeatureEnvSafeguard: ENTERPRISE,
  deleteFeatureEnvSafeguard: ENTERPRISE,
};

/** What Unleash does in addition to a change: the flag is switched on with a strategy. */
const DEFAULT_CHANGE: Row = {
  ...ENTERPRISE,
  feature: { ...OPEN.feature, import: 'default-strategy-unneeded' },
  segment: { update: 'included-segment-updated', move: 'segment-moved', delete: 'segment-deleted' },
  strategyDefinition: USED_DEFINITION,
  environment: { remove: 'environment-removed' },
  contextField: { update: 'context-field-updated' },
};

/** What an intent for a parent does to the changes that name it as the parent of their feature. */
const AS_PARENT: Readonly<Record<string, Row['feature']>> = {
  addDependency: {
    archive: 'parent-gone',
    delete: 'parent-gone',
    move: 'feature-moved',
    import: 'still-applies',
    'become-parent': 'still-applies',
    'become-child': 'parent-becomes-child',
  },
  deleteDependency: {
    archive: 'still-depended-on',
    delete: 'still-depended-on',
    move: 'still-depended-on',
    import: 'still-applies',
    'become-parent': 'still-applies',
    'become-child': 'still-depended-on',
  },
};

/** What a question says beside its target and its intent. */
export type Narrowing = Pick<ImpactQuestion, 'inEnvironment' | 'legalValues'> &
  Pick<NameCheck, 'isEnvironmentNotFound'>;

/** The parts of a change request that decide what an intent does to it. */
export type Affected = Pick<ScheduledChangeRequest, 'environment' | 'features' | 'segments'>;

/**
 * Returns what an intent for the target of a touch does to the scheduled change request. An intent that the target's
 * kind does not have is `no-rule`.
 *
 * @param changeRequest the change request that has the touch: all changes of a feature decide what archiving it does
 */
export function consequenceOf(
  question: Narrowing & { readonly intent: Intent },
  touch: Touch,
  changeRequest: Affected,
): Consequence {
  const rule = ruleFor(question.intent, touch, changeRequest);
  return by(narrowed(rule, question, touch, changeRequest));
}

/** Returns the consequence that a rule has. */
export const by = (rule: ConsequenceRule): Consequence => ({
  ...CONSEQUENCES[rule],
  rule,
  ...RULE_WORDS[rule],
});

function ruleFor(
  intent: Intent,
  { target, feature, action, path }: Touch,
  changeRequest: Affected,
): ConsequenceRule {
  const row = path.endsWith('.defaultChange') ? DEFAULT_CHANGE : rowOf(action);
  if (target.kind !== 'feature') return ruleIn(row[target.kind], intent);
  if (target.name !== feature) return ruleIn(AS_PARENT[action ?? ''] ?? {}, intent);
  return intent === 'archive'
    ? ruleForArchiving(feature, changeRequest)
    : ruleIn(row.feature, intent);
}

const ruleIn = (
  rules: Readonly<Partial<Record<Intent, ConsequenceRule>>>,
  intent: Intent,
): ConsequenceRule => rules[intent] ?? 'no-rule';

// A change request is suspended by any change of the feature, other than its archiving. Unseen changes may be either.
function ruleForArchiving(name: string, { features }: Affected): ConsequenceRule {
  const listed = features.filter((feature) => feature.name === name);
  const rules = new Set(
    listed.flatMap(({ changes }) =>
      changes.length === 0
        ? (['no-rule'] as const)
        : changes.map(({ action }) => rowOf(action).feature.archive),
    ),
  );
  if (rules.has('feature-archived')) return 'feature-archived';
  const isAlone = rules.size === 1 && rules.has('already-archiving');
  return isAlone ? 'already-archiving' : 'no-rule';
}

/** The rules that hold in the environment of the question only. A strategy is in one environment, whatever the question says. */
const IN_ENVIRONMENT: ReadonlySet<ConsequenceRule> = new Set([
  'variants-updated',
  'strategies-replaced',
  'default-strategy-unneeded',
]);

/** What the rest of the question says about a rule. */
function narrowed(
  rule: ConsequenceRule,
  { inEnvironment, legalValues, isEnvironmentNotFound = false }: Narrowing,
  touch: Touch,
  changeRequest: Affected,
): ConsequenceRule {
  if (rule === 'dependency-gone') return namesParent(touch, changeRequest) ? rule : 'no-rule';
  if (rule === 'context-field-updated' && legalValues !== undefined) {
    const change = changeAt(changeRequest, touch.path);
    if (change === undefined || touch.target.kind !== 'contextField') return rule;
    const values = constraintsOf(change, touch.target.name);
    if (values === undefined) return rule;
    const isLegal = values.every((value) => legalValues.includes(value));
    return isLegal || legalValues.length === 0 ? 'still-applies' : 'value-no-longer-legal';
  }
  const isElsewhere = inEnvironment !== undefined && inEnvironment !== changeRequest.environment;
  if (!isElsewhere || !IN_ENVIRONMENT.has(rule)) return rule;
  return isEnvironmentNotFound ? 'environment-not-found' : 'other-environment';
}

/** Whether a removal names the parent. If not, as on Unleash's page, it removes the one there is. */
function namesParent({ path, feature }: Touch, changeRequest: Affected): boolean {
  const change = changeAt(changeRequest, path);
  const targets = change === undefined ? [] : touchesOf(change, feature);
  return targets.some((target) => target.kind === 'feature' && target.name !== feature);
}

function changeAt({ features, segments }: Affected, path: string): Change | undefined {
  const { list, index, at } =
    /^(?<list>features|segments)\[(?<index>\d+)\](?:\.(?<at>.+))?$/.exec(path)?.groups ?? {};
  if (list === 'segments') return segments[Number(index)];
  const feature = features[Number(index)];
  return feature && changesIn(feature).find(([, place]) => place === at)?.[0];
}

// Even an unknown action changes its feature.
const rowOf = (action = ''): Row =>
  Object.hasOwn(RULES, action) ? RULES[action as ChangeAction] : ENTERPRISE;
