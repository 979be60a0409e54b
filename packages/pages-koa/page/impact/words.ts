import type { ImpactedChangeRequestSchema, TargetImpactSchema } from '@forewarn/client';
import { targetValue } from '@forewarn/core';
import {
  CONSEQUENCE_WORDS,
  INTENT_WORDS,
  KIND_WORDS,
  notFoundWords,
  REASON_WORDS,
  UNCHECKED_WORDS,
} from '@forewarn/impact';
import { actionWords, capitalized, plural } from '../parts/action-words.ts';
import type { Asked } from './question.ts';

/** The impact of one target, as the API returns it. */
export type Impact = TargetImpactSchema;
export type Touch = ImpactedChangeRequestSchema['touches'][number];

/** What the user is about to do, before and after the target: `Delete `, `Any change to ` or `Move ` and ` to another project`. */
export const aroundTarget = (intent: Asked['intent']): readonly string[] =>
  capitalized(intent === undefined ? 'any change to …' : INTENT_WORDS[intent]).split('…');

/** What is asked: `Delete strategy definition holidaySale`. */
export const askedText = ({ target, intent, inEnvironment }: Asked): string =>
  aroundTarget(intent).join(`${KIND_WORDS[target.kind]} ${targetValue(target)}`) +
  (inEnvironment === undefined ? '' : ` in ${inEnvironment}`);

type Outcome = Pick<Impact, 'outcome' | 'count' | 'names'>;

/** Whether nothing touches a target, and it may be misspelt. */
export const isUnchecked = ({ outcome, names }: Outcome): boolean =>
  outcome === 'none' && names !== 'checked';

/** The outcome for one target in words. */
export function outcomeText(impact: Outcome): string {
  const { outcome, count } = impact;
  if (isUnchecked(impact)) return `Nothing scheduled names it; ${UNCHECKED_WORDS}`;
  if (outcome === 'none') return 'Nothing scheduled touches it';
  if (outcome === 'some') {
    return `${plural(count, 'scheduled change request')} ${count === 1 ? 'touches' : 'touch'} it`;
  }
  return 'Unknown whether anything scheduled touches it';
}

/** What happens to the change request; empty without an intent. A newer service may have other rules. */
export const consequenceText = ({ consequence }: Touch): string =>
  consequence === undefined
    ? ''
    : capitalized(CONSEQUENCE_WORDS[consequence.outcome] ?? 'effect unknown');

/** The change that touches the target: `add strategy in sale-banner`. */
export function touchText({ action = 'a change', feature }: Touch): string {
  const words = actionWords(action);
  return feature === undefined ? words : `${words} in ${feature}`;
}

/** Why the outcome is unknown. A newer service may have other reasons. */
export const reasonTexts = (impact: Impact): readonly string[] =>
  impact.reasons.map((reason) =>
    capitalized(reason === 'not-found' ? notFoundWords(impact) : (REASON_WORDS[reason] ?? reason)),
  );
