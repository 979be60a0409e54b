import type { IntentId } from './intents.ts';
import { type Cell, nameOf, type Observation } from './measure.ts';
import type { ChangeId } from './scheduled-changes.ts';

/** What becomes of a scheduled change. */
export type Outcome =
  | 'suspended'
  | 'fails'
  | 'refused'
  | 'lost'
  | 'changed'
  | 'unaffected'
  | 'unknown'
  | 'not touched';

/** The consequence that a rule predicts, and how it is known. */
export interface Expected {
  readonly outcome: Outcome;
  readonly evidence: 'documented' | 'measured' | 'none';
  /** Whether the change request can be scheduled again as it is. */
  readonly isReschedulable?: boolean;
}

const measured = (outcome: Outcome): Expected => ({ outcome, evidence: 'measured' });

const SUSPENDED: Expected = { outcome: 'suspended', evidence: 'documented' };
const RESCHEDULABLE: Expected = { ...SUSPENDED, isReschedulable: true };
const FAILS = measured('fails');
const REFUSED = measured('refused');
const LOST = measured('lost');
const CHANGED = measured('changed');
const UNAFFECTED = measured('unaffected');
const NOT_TOUCHED = measured('not touched');
const NOT_MEASURED: Expected = { outcome: 'not touched', evidence: 'none' };
const UNKNOWN: Expected = { outcome: 'unknown', evidence: 'none' };

/** Changes of segments are not listed under a flag. */
const SEGMENTS = { updateSegment: NOT_TOUCHED, deleteSegment: NOT_TOUCHED } as const;

type Rules = Readonly<Partial<Record<ChangeId, Expected>>> & { readonly rest: Expected };

const UPDATED_DEFINITION: Rules = {
  addStrategy: UNAFFECTED,
  updateStrategy: UNAFFECTED,
  defaultChange: UNKNOWN,
  updateMilestoneStrategy: UNKNOWN,
  enterprise: UNKNOWN,
  rest: NOT_TOUCHED,
};

/** The rule, by intent. Changes without an entry follow `rest`. */
const RULES: Readonly<Record<IntentId, Rules>> = {
  nothing: { rest: NOT_TOUCHED },
  'feature: archive': {
    archiveFeature: UNAFFECTED,
    addDependencyToParent: FAILS,
    deleteDependencyOfParent: REFUSED,
    ...SEGMENTS,
    rest: SUSPENDED,
  },
  'feature: delete': {
    addDependencyToParent: FAILS,
    deleteDependencyOfParent: REFUSED,
    ...SEGMENTS,
    rest: LOST,
  },
  'feature: move': {
    deleteDependency: REFUSED,
    deleteDependencyOfParent: REFUSED,
    updateMilestoneStrategy: UNKNOWN,
    enterprise: UNKNOWN,
    ...SEGMENTS,
    rest: FAILS,
  },
  'feature: import': {
    updateStrategy: FAILS,
    updateStrategyWithoutName: FAILS,
    deleteStrategy: FAILS,
    reorderStrategy: FAILS,
    ...SEGMENTS,
    rest: UNKNOWN,
  },
  'feature: import elsewhere': {
    updateStrategy: UNAFFECTED,
    updateStrategyWithoutName: UNAFFECTED,
    deleteStrategy: UNAFFECTED,
    reorderStrategy: UNAFFECTED,
    ...SEGMENTS,
    rest: UNKNOWN,
  },
  'feature: become-parent': {
    addDependency: FAILS,
    archiveFeature: FAILS,
    deleteDependency: REFUSED,
    ...SEGMENTS,
    rest: UNKNOWN,
  },
  'feature: become-child': {
    deleteDependency: FAILS,
    addDependencyToParent: FAILS,
    deleteDependencyOfParent: REFUSED,
    ...SEGMENTS,
    rest: UNKNOWN,
  },
  'strategy: update': {
    updateStrategy: RESCHEDULABLE,
    updateStrategyWithoutName: RESCHEDULABLE,
    deleteStrategy: UNAFFECTED,
    reorderStrategy: UNAFFECTED,
    enterprise: UNKNOWN,
    rest: NOT_TOUCHED,
  },
  'strategy: delete': {
    updateStrategy: SUSPENDED,
    updateStrategyWithoutName: SUSPENDED,
    deleteStrategy: SUSPENDED,
    reorderStrategy: FAILS,
    enterprise: UNKNOWN,
    rest: NOT_TOUCHED,
  },
  'strategy: delete the last': { rest: CHANGED },
  'featureVariants: update': {
    patchVariant: RESCHEDULABLE,
    enterprise: NOT_MEASURED,
    rest: NOT_TOUCHED,
  },
  'featureVariants: update elsewhere': {
    patchVariant: UNAFFECTED,
    enterprise: NOT_MEASURED,
    rest: NOT_TOUCHED,
  },
  'segment: update': {
    updateSegment: RESCHEDULABLE,
    deleteSegment: UNAFFECTED,
    addStrategy: UNKNOWN,
    updateStrategy: UNKNOWN,
    updateStrategyWithoutName: UNKNOWN,
    defaultChange: UNKNOWN,
    updateMilestoneStrategy: UNKNOWN,
    enterprise: UNKNOWN,
    rest: NOT_TOUCHED,
  },
  'segment: move': {
    addStrategy: REFUSED,
    updateStrategy: REFUSED,
    updateStrategyWithoutName: REFUSED,
    defaultChange: FAILS,
    updateSegment: UNKNOWN,
    deleteSegment: UNKNOWN,
    updateMilestoneStrategy: UNKNOWN,
    enterprise: UNKNOWN,
    rest: NOT_TOUCHED,
  },
  'segment: delete': {
    addStrategy: REFUSED,
    updateStrategy: REFUSED,
    updateStrategyWithoutName: REFUSED,
    updateSegment: FAILS,
    deleteSegment: FAILS,
    updateMilestoneStrategy: FAILS,
    defaultChange: FAILS,
    enterprise: UNKNOWN,
    rest: NOT_TOUCHED,
  },
  'strategyDefinition: update': UPDATED_DEFINITION,
  'strategyDefinition: deprecate': UPDATED_DEFINITION,
  'strategyDefinition: delete': {
    addStrategy: FAILS,
    updateStrategy: FAILS,
    defaultChange: FAILS,
    updateMilestoneStrategy: REFUSED,
    enterprise: UNKNOWN,
    rest: NOT_TOUCHED,
  },
  'environment: fill': { rest: FAILS },
  'environment: remove': {
    addStrategy: CHANGED,
    updateStrategy: CHANGED,
    updateStrategyWithoutName: CHANGED,
    deleteStrategy: CHANGED,
    updateEnabled: FAILS,
    defaultChange: FAILS,
    reorderStrategy: FAILS,
    patchVariant: FAILS,
    updateMilestoneStrategy: UNKNOWN,
    enterprise: UNKNOWN,
    rest: UNAFFECTED,
  },
  'contextField: update': {
    addStrategy: FAILS,
    updateStrategy: FAILS,
    updateStrategyWithoutName: FAILS,
    defaultChange: FAILS,
    updateSegment: FAILS,
    updateMilestoneStrategy: UNKNOWN,
    enterprise: UNKNOWN,
    rest: NOT_TOUCHED,
  },
  'contextField: update otherwise': {
    addStrategy: UNAFFECTED,
    updateStrategy: UNAFFECTED,
    updateStrategyWithoutName: UNAFFECTED,
    defaultChange: UNAFFECTED,
    updateSegment: UNAFFECTED,
    updateMilestoneStrategy: UNKNOWN,
    enterprise: UNKNOWN,
    rest: NOT_TOUCHED,
  },
  'contextField: delete': { rest: NOT_TOUCHED },
  'user: delete': { rest: { outcome: 'unknown', evidence: 'documented' } },
};

/** Where an older version does otherwise than the rule, which follows the newest one. */
const EXCEPTIONS: Readonly<
  Record<string, Readonly<Partial<Record<IntentId, Partial<Record<ChangeId, Outcome>>>>>>
> = {
  '7.4.1': {
    'feature: move': { reorderStrategy: 'unaffected', patchVariant: 'unaffected' },
    'feature: import': { reorderStrategy: 'changed' },
    'feature: become-child': { deleteDependency: 'unaffected' },
    'strategy: delete': { reorderStrategy: 'changed' },
    'contextField: update': { updateSegment: 'unaffected' },
  },
};

/** Returns the consequence that the rule predicts for a cell. */
export function expectedOf({ intent, change }: Cell): Expected {
  const rules = RULES[intent];
  return rules[change] ?? rules.rest;
}

/** Returns the consequence that an observation shows; undefined if the change was not applied. */
export function outcomeOf({
  refused,
  isKept,
  failed,
  isAsPlanned,
}: Observation): Outcome | undefined {
  if (refused !== undefined) return 'refused';
  if (!isKept) return 'lost';
  if (failed !== undefined) return 'fails';
  if (isAsPlanned === undefined) return undefined;
  return isAsPlanned ? 'unaffected' : 'changed';
}

/** Returns how an observation differs from the rule; undefined if it does not, or can't tell. */
export function differenceOf(
  version: string,
  cell: Cell,
  observation: Observation,
): string | undefined {
  const { outcome, evidence } = expectedOf(cell);
  const observed = outcomeOf(observation);
  if (evidence !== 'measured' || observed === undefined) return undefined;
  const exception = EXCEPTIONS[version]?.[cell.intent]?.[cell.change];
  const expected = exception ?? (outcome === 'not touched' ? 'unaffected' : outcome);
  if (observed === expected) return undefined;
  return `${nameOf(cell)}: the rule says ${expected}, Unleash ${version} shows ${observed}`;
}
