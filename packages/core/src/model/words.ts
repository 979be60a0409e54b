import type { ConsequenceRule, UnknownReason } from './impact.ts';
import type { TargetKind } from './target.ts';
import type { Doubt, DoubtReason } from './touch.ts';

/** The kinds of target in words, before the name of one. */
export const KIND_WORDS: Readonly<Record<TargetKind, string>> = {
  feature: 'feature',
  strategy: 'strategy',
  featureVariants: 'variants of',
  segment: 'segment',
  strategyDefinition: 'strategy definition',
};

/** Several targets of a kind in words. */
const PLURAL_WORDS: Readonly<Record<TargetKind, string>> = {
  feature: 'features',
  strategy: 'strategies',
  featureVariants: 'variants',
  segment: 'segments',
  strategyDefinition: 'strategy definitions',
};

const FAILS = 'will fail when applied';
const RESCHEDULE = 'will be suspended: reschedule it';

/** What each rule says that happens to a change request, in words. */
export const CONSEQUENCE_WORDS: Readonly<Record<ConsequenceRule, string>> = {
  'feature-archived': 'will be suspended until the feature is revived',
  'already-archiving': 'not affected: it archives the feature, too',
  'parent-archived': FAILS,
  'strategy-deleted': 'will be suspended: reject it',
  'strategy-updated': RESCHEDULE,
  'variants-updated': RESCHEDULE,
  'segment-updated': RESCHEDULE,
  'segment-deleted': FAILS,
  'definition-deleted': FAILS,
  'definition-updated': 'may fail: it does if you remove a parameter that it sets',
  'not-documented': 'effect unknown',
};

/** Why an outcome is unknown, in words. */
export const REASON_WORDS: Readonly<Record<UnknownReason, string>> = {
  doubt: 'a scheduled change may touch it',
  'no-coverage': 'no import or sync has listed all that is scheduled',
  'too-old': 'the data is too old',
  'unreadable-projects': 'there are projects that the key may not read',
};

/** Why a change may touch more than it says, in words. */
export const DOUBT_WORDS: Readonly<Record<DoubtReason, string>> = {
  'unknown-action': 'its action is unknown',
  'missing-id': 'it does not say which',
  'not-listed': 'it does not list them',
};

/** A doubt in words: `may touch more segments: it does not list them`. */
export function doubtWords({ kinds, why }: Pick<Doubt, 'kinds' | 'why'>): string {
  const names = kinds.map((kind) => PLURAL_WORDS[kind]);
  const list = [names.slice(0, -1).join(', '), names.at(-1)]
    .filter((each) => each !== '')
    .join(' or ');
  return `may touch more ${list}: ${DOUBT_WORDS[why]}`;
}
