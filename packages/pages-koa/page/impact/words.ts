import type { ImpactedChangeRequestSchema, TargetImpactSchema } from '@forewarn/client';
import { targetValue } from '@forewarn/core';
import { actionWords } from '../parts/action-words.ts';
import { plural } from '../parts/plural.ts';
import { KIND_WORDS } from '../parts/target-words.ts';
import type { Asked } from './question.ts';

/** The impact of one target, as the API returns it. */
export type Impact = TargetImpactSchema;
/** One change that touches it. */
export type Touch = ImpactedChangeRequestSchema['touches'][number];
type Consequence = NonNullable<Touch['consequence']>;

const VERBS = { archive: 'Archive', update: 'Update', delete: 'Delete' } as const;

/** What the user is about to do: `Delete` or `Any change to`. */
export const verbOf = (intent: Asked['intent']): string =>
  intent === undefined ? 'Any change to' : VERBS[intent];

/** What is asked: `Delete strategy definition holidaySale`. */
export const askedText = ({ target, intent }: Asked): string =>
  `${verbOf(intent)} ${KIND_WORDS[target.kind]} ${targetValue(target)}`;

/** The outcome for one target in words. */
export function outcomeText({ outcome, count }: Pick<Impact, 'outcome' | 'count'>): string {
  if (outcome === 'none') return 'Nothing scheduled touches it';
  if (outcome === 'some') {
    return `${plural(count, 'scheduled change request')} ${count === 1 ? 'touches' : 'touch'} it`;
  }
  return 'Unknown whether anything scheduled touches it';
}

const FAILS = 'Will fail when applied';
const RESCHEDULE = 'Will be suspended: reschedule it';
const CONSEQUENCES: Readonly<Record<Consequence['rule'], string>> = {
  'feature-archived': 'Will be suspended until the feature is revived',
  'already-archiving': 'Not affected: it archives the feature, too',
  'parent-archived': FAILS,
  'strategy-deleted': 'Will be suspended: reject it',
  'strategy-updated': RESCHEDULE,
  'variants-updated': RESCHEDULE,
  'segment-updated': RESCHEDULE,
  'segment-deleted': FAILS,
  'definition-deleted': FAILS,
  'definition-updated': 'May fail: it does if you remove a parameter that it sets',
  'not-documented': 'Effect unknown',
};

/** What happens to the change request; empty without an intent. A newer service may have other rules. */
export const consequenceText = ({ consequence }: Touch): string =>
  consequence === undefined ? '' : (CONSEQUENCES[consequence.rule] ?? 'Effect unknown');

/** The change that touches the target: `add strategy in sale-banner`. */
export function touchText({ action = 'a change', feature }: Touch): string {
  const words = actionWords(action);
  return feature === undefined ? words : `${words} in ${feature}`;
}

/** Why the outcome is unknown. */
export const REASONS: Readonly<Record<Impact['reasons'][number], string>> = {
  doubt: 'A scheduled change may touch it',
  'no-coverage': 'No import or sync has listed all that is scheduled',
  'too-old': 'The data is too old',
  'unreadable-projects': 'There are projects that your key may not read',
};
