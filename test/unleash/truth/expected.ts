import {
  type Consequence,
  consequenceOf,
  type ConsequenceOutcome,
  type ConsequenceRule,
  covers,
  type Evidence,
  type ImpactQuestion,
} from '@forewarn/impact';
import { doubtsIn } from '@forewarn/record';
import { type Target, targetValue, type Touching, touchesIn } from '@forewarn/core';
import { INTENTS, type IntentId, type PersonsAct } from './intents.ts';
import type { Cell } from './measure.ts';
import type { ScheduledChange } from './scheduled-change.ts';
import { type ChangeId, SCHEDULED_CHANGES } from './scheduled-changes.ts';
import type { Names } from './world.ts';

/** What becomes of a scheduled change. */
export type Outcome = ConsequenceOutcome | 'not touched';

/** The consequence that Forewarn predicts for a cell, and how it is known. */
export interface Expected {
  readonly outcome: Outcome;
  readonly evidence: Evidence;
  readonly reschedulable?: boolean;
  /** Absent if Forewarn has no question, or the target is not touched. */
  readonly rule?: ConsequenceRule;
}

export const NAMES: Names = {
  project: 'project',
  elsewhere: 'elsewhere',
  flag: 'flag',
  other: 'other',
  third: 'third',
  strategies: ['first', 'second'],
  definition: 'definition',
  segment: 1,
  contextField: 'field',
  user: 2,
  milestoneStrategy: 'planned',
  title: 'scheduled',
};

/** Of several consequences in a change request, the first of these counts. */
const WORST_FIRST: readonly ConsequenceOutcome[] = [
  'refused',
  'lost',
  'fails',
  'suspended',
  'changed',
  'unknown',
  'unaffected',
];

/** Returns what `consequenceOf` predicts for the scheduled change of a cell. */
export function expectedOf({ intent: id, change }: Cell): Expected {
  const { question, breaks }: PersonsAct = INTENTS[id];
  if (question === undefined) return { outcome: breaks ?? 'not touched', evidence: 'measured' };
  const asked = question(NAMES);
  const { intent } = asked;
  if (intent === undefined) throw new Error(`${id}: its question has no intent`);
  const scheduled = scheduledWith(SCHEDULED_CHANGES[change]);
  const found = touchesIn(scheduled)
    .filter(({ target }) => isSame(target, asked.target))
    .map((touch) => consequenceOf({ ...asked, intent }, touch, scheduled));
  return worstOf(found) ?? untouched(scheduled, asked);
}

const isSame = (a: Target, b: Target): boolean =>
  a.kind === b.kind && targetValue(a) === targetValue(b);

const worstOf = (found: readonly Consequence[]): Expected | undefined =>
  found.toSorted((a, b) => WORST_FIRST.indexOf(a.outcome) - WORST_FIRST.indexOf(b.outcome))[0];

function untouched(scheduled: Touching, question: ImpactQuestion): Expected {
  const isDoubtful = doubtsIn(scheduled).some((doubt) => covers(doubt, question));
  return isDoubtful
    ? { outcome: 'unknown', evidence: 'none' }
    : { outcome: 'not touched', evidence: 'measured' };
}

/** Returns what a change request with this one change is made of. */
export function scheduledWith({
  action,
  under,
  payload,
  defaultChange,
}: ScheduledChange): Touching {
  const change = { action, payload: payload(NAMES) };
  const common = { environment: 'development', createdBy: { id: NAMES.user } };
  if (under === undefined) return { ...common, features: [], segments: [change] };
  const inAddition = defaultChange === undefined ? {} : { defaultChange: defaultChange(NAMES) };
  const feature = { name: under(NAMES), changes: [change], ...inAddition };
  return { ...common, features: [feature], segments: [] };
}

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

/** Returns the outcome that the words of a response show; undefined if the change was not applied. */
export function outcomeOf(response: string): Outcome | undefined {
  const [first = '', applied = first] = response.split('; ');
  if (first.startsWith('refused')) return 'refused';
  if (first === 'gone') return 'lost';
  if (applied === 'not applied') return undefined;
  if (applied === 'ok') return 'unaffected';
  return applied === 'ok, with another effect' ? 'changed' : 'fails';
}

/** Returns how a response differs from the rule; undefined if it does not, or can't tell. */
export function differenceOf(version: string, cell: Cell, response: string): string | undefined {
  const { outcome, evidence, rule = 'no question' } = expectedOf(cell);
  const observed = outcomeOf(response);
  if (evidence !== 'measured' || outcome === 'unknown' || observed === undefined) return undefined;
  const exception = EXCEPTIONS[version]?.[cell.intent]?.[cell.change];
  const expected = exception ?? (outcome === 'not touched' ? 'unaffected' : outcome);
  if (observed === expected) return undefined;
  const { intent, change } = cell;
  return `${intent}, ${change}: ${rule} says ${expected}, Unleash ${version} shows ${observed}`;
}
