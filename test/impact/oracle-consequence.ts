import type { ScheduledChangeRequest } from '@forewarn/core';
import { RULE_WORDS } from '@forewarn/impact';
import type { KindOfTarget } from './oracle-rule.ts';

type Rule = keyof typeof RULE_WORDS;

/** What a rule of the specification says, and how that is known. */
type Outcome = readonly [outcome: string, evidence: string, reschedulable?: boolean];

/** The rules of the specification. */
export const RULES: Readonly<Record<Rule, Outcome>> = {
  'feature-archived': ['suspended', 'documented', false],
  'already-archiving': ['unaffected', 'measured'],
  'parent-gone': ['fails', 'measured'],
  'still-depends': ['refused', 'measured'],
  'still-depended-on': ['refused', 'measured'],
  'feature-deleted': ['lost', 'measured'],
  'feature-moved': ['fails', 'measured'],
  'strategies-replaced': ['fails', 'measured'],
  'child-becomes-parent': ['fails', 'measured'],
  'parent-becomes-child': ['fails', 'measured'],
  'dependency-gone': ['fails', 'measured'],
  'strategy-updated': ['suspended', 'documented', true],
  'strategy-deleted': ['suspended', 'documented', false],
  'ordered-strategy-deleted': ['fails', 'measured'],
  'variants-updated': ['suspended', 'documented', true],
  'other-environment': ['unaffected', 'measured'],
  'environment-not-found': ['unknown', 'none'],
  'segment-updated': ['suspended', 'documented', true],
  'included-segment-updated': ['unknown', 'none'],
  'included-segment-moved': ['refused', 'measured'],
  'segment-moved': ['fails', 'measured'],
  'included-segment-deleted': ['refused', 'measured'],
  'segment-deleted': ['fails', 'measured'],
  'definition-deleted': ['fails', 'measured'],
  'milestone-definition-deleted': ['refused', 'measured'],
  'planned-definition-deleted': ['unknown', 'source'],
  'environment-removed': ['fails', 'measured'],
  'environment-left': ['changed', 'measured'],
  'context-field-updated': ['unknown', 'measured'],
  'value-no-longer-legal': ['fails', 'measured'],
  'author-deleted': ['unknown', 'documented'],
  'still-applies': ['unaffected', 'measured'],
  'no-rule': ['unknown', 'none'],
};

/** What stands in the tables instead of the action of a change that is a feature's `defaultChange`. */
const DEFAULT = 'defaultChange';

const AS_PARENT = ['addDependency as parent', 'deleteDependency as parent'];

/** The changes under a feature that the specification calls "any other". */
const MEASURED = [
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'reorderStrategy',
  'patchVariant',
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  ...AS_PARENT,
];

const ADD_OR_UPDATE = ['addStrategy', 'updateStrategy'];

type Row = readonly [what: string, changes: readonly string[], rule: Rule];

/**
 * The rows of the specification about what a schedule does: what is done, the changes that it affects, and the rule. The first
 * row that fits counts.
 */
const ROWS: readonly Row[] = [
  ['archive feature', ['addDependency as parent'], 'parent-gone'],
  ['archive feature', ['deleteDependency as parent'], 'still-depended-on'],
  ['delete feature', ['addDependency as parent'], 'parent-gone'],
  ['delete feature', ['deleteDependency as parent'], 'still-depended-on'],
  ['move feature', ['deleteDependency'], 'still-depends'],
  ['move feature', ['deleteDependency as parent'], 'still-depended-on'],
  ['move feature', [...MEASURED, DEFAULT], 'feature-moved'],
  ['become-parent feature', ['archiveFeature', 'addDependency'], 'child-becomes-parent'],
  ['become-parent feature', ['deleteDependency'], 'still-depends'],
  ['become-parent feature', MEASURED, 'still-applies'],
  ['become-child feature', ['deleteDependency'], 'dependency-gone'],
  ['become-child feature', ['addDependency as parent'], 'parent-becomes-child'],
  ['become-child feature', ['deleteDependency as parent'], 'still-depended-on'],
  ['become-child feature', MEASURED, 'still-applies'],
  ['update strategy', ['updateStrategy'], 'strategy-updated'],
  ['update strategy', ['deleteStrategy', 'reorderStrategy'], 'still-applies'],
  ['delete strategy', ['updateStrategy', 'deleteStrategy'], 'strategy-deleted'],
  ['delete strategy', ['reorderStrategy'], 'ordered-strategy-deleted'],
  ['update variants', ['patchVariant'], 'variants-updated'],
  ['update segment', [...ADD_OR_UPDATE, DEFAULT], 'included-segment-updated'],
  ['update segment', ['updateSegment'], 'segment-updated'],
  ['update segment', ['deleteSegment'], 'still-applies'],
  ['move segment', ADD_OR_UPDATE, 'included-segment-moved'],
  ['move segment', [DEFAULT], 'segment-moved'],
  ['move segment', ['updateSegment', 'deleteSegment'], 'still-applies'],
  ['delete segment', ADD_OR_UPDATE, 'included-segment-deleted'],
  [
    'delete segment',
    ['updateSegment', 'deleteSegment', 'updateMilestoneStrategy', DEFAULT],
    'segment-deleted',
  ],
  ['delete definition', [...ADD_OR_UPDATE, DEFAULT], 'definition-deleted'],
  ['delete definition', ['updateMilestoneStrategy'], 'milestone-definition-deleted'],
  [
    'remove environment',
    ['updateEnabled', 'reorderStrategy', 'patchVariant', DEFAULT],
    'environment-removed',
  ],
  ['remove environment', [...ADD_OR_UPDATE, 'deleteStrategy'], 'environment-left'],
  [
    'remove environment',
    ['archiveFeature', 'addDependency', 'deleteDependency', 'updateSegment', 'deleteSegment'],
    'still-applies',
  ],
];

/** A question about a target. */
export interface Done {
  readonly kind: KindOfTarget;
  readonly value: string;
  readonly intent: string;
  readonly inEnvironment?: string | undefined;
}

/** A place in a change request that touches the target. */
export interface Touch {
  readonly path: string;
  readonly action?: string | undefined;
  readonly feature?: string | undefined;
  readonly payload?: unknown;
}

/** Looks a consequence up in the tables of the specification. */
export function consequenceOf(
  done: Done,
  touch: Touch,
  changeRequest: ScheduledChangeRequest,
): object {
  const rule = ruleOf(done, touch, changeRequest);
  const [outcome, evidence, reschedulable] = RULES[rule];
  return { outcome, reschedulable, evidence, rule, ...RULE_WORDS[rule] };
}

function ruleOf(done: Done, touch: Touch, changeRequest: ScheduledChangeRequest): Rule {
  const { kind, value, intent, inEnvironment } = done;
  const what = `${intent} ${kind}`;
  const isParent = kind === 'feature' && touch.feature !== value;
  const { action = '' } = touch;
  const ofChild = touch.path.endsWith(DEFAULT) ? DEFAULT : action;
  const change = isParent ? `${action} as parent` : ofChild;
  const found = ROWS.find(([each, changes]) => each === what && changes.includes(change));
  if (found !== undefined) {
    const [, , rule] = found;
    const isElsewhere = inEnvironment !== undefined && inEnvironment !== changeRequest.environment;
    return isElsewhere && rule === 'variants-updated' ? 'other-environment' : rule;
  }
  if (what === 'delete feature' && !isParent) return 'feature-deleted';
  if (what === 'archive feature' && !isParent) return ruleOfArchiving(value, changeRequest);
  // All else that touches a definition is a release plan.
  if (what === 'delete definition') return 'planned-definition-deleted';
  return 'no-rule';
}

/** Returns what archiving a feature does to all that is listed under it. */
function ruleOfArchiving(name: string, { features }: ScheduledChangeRequest): Rule {
  const under = features.filter((each) => each.name === name);
  const actions = under.flatMap(({ changes }) => changes.map(({ action }) => action));
  if (actions.some((action) => action !== 'archiveFeature')) return 'feature-archived';
  return under.every(({ changes }) => changes.length > 0) ? 'already-archiving' : 'no-rule';
}
