import type { DoubtReason, TargetKind } from '@forewarn/core';
import type { Doubt } from '@forewarn/record';
import type { ConsequenceOutcome, ConsequenceRule, UnknownReason } from './impact.ts';
import type { Intent } from './impact-question.ts';

/** The kinds of target in words, before the name of one. */
export const KIND_WORDS: Readonly<Record<TargetKind, string>> = {
  feature: 'feature',
  strategy: 'strategy',
  featureVariants: 'variants of',
  segment: 'segment',
  strategyDefinition: 'strategy definition',
  environment: 'environment',
  contextField: 'context field',
  user: 'user',
};

const PLURAL_WORDS: Readonly<Record<TargetKind, string>> = {
  feature: 'features',
  strategy: 'strategies',
  featureVariants: 'variants',
  segment: 'segments',
  strategyDefinition: 'strategy definitions',
  environment: 'environments',
  contextField: 'context fields',
  user: 'users',
};

/** The intents in words, around a target: `make … a parent`. */
export const INTENT_WORDS: Readonly<Record<Intent, string>> = {
  archive: 'archive …',
  delete: 'delete …',
  move: 'move … to another project',
  import: 'import over …',
  'become-parent': 'make … a parent',
  'become-child': 'make … a child',
  update: 'update …',
  remove: 'remove …',
};

/** What happens to a change request, in words. */
export const CONSEQUENCE_WORDS: Readonly<Record<ConsequenceOutcome, string>> = {
  suspended: 'will be suspended',
  fails: 'will fail',
  refused: 'keeps Unleash from doing this',
  lost: 'will lose its changes',
  changed: 'will have another effect',
  unaffected: 'not affected',
  unknown: 'effect unknown',
};

/** Why each rule has its consequence, and what to do next: one sentence each. */
export const RULE_WORDS: Readonly<
  Record<ConsequenceRule, { readonly why: string; readonly next: string }>
> = {
  'feature-archived': {
    why: 'Unleash suspends the schedule of an archived feature.',
    next: 'Apply it before you archive, or revive the feature and schedule it again.',
  },
  'already-archiving': {
    why: 'It only archives the feature, too.',
    next: 'Nothing to do.',
  },
  'parent-gone': {
    why: 'A feature that is archived or deleted cannot become a parent.',
    next: 'Choose another parent, or keep the parent that it names.',
  },
  'still-depends': {
    why: 'Unleash refuses this while the feature depends on another one.',
    next: 'Apply it first: it removes the dependency.',
  },
  'still-depended-on': {
    why: 'Unleash refuses this while another feature depends on this one.',
    next: 'Apply it first: it removes the dependency.',
  },
  'feature-deleted': {
    why: 'Unleash deletes the changes of a feature together with the feature.',
    next: 'Apply it before you delete, or reject it.',
  },
  'feature-moved': {
    why: 'Unleash looks for the feature in the project of the change request.',
    next: 'Reject it, or apply it before you move the feature: unless it adds a dependency.',
  },
  'strategies-replaced': {
    why: 'An import gives each strategy a new id, so the strategy it names no longer exists.',
    next: 'Apply it before you import, or create it again afterwards.',
  },
  'default-strategy-unneeded': {
    why: 'Unleash adds the default strategy only to a feature without an enabled one, and an import brings its own.',
    next: 'Check who gets the feature once it is applied.',
  },
  'child-becomes-parent': {
    why: 'A parent can neither depend on another feature nor be archived.',
    next: 'Reject it, or choose another parent for the other feature.',
  },
  'parent-becomes-child': {
    why: 'A feature that depends on another one cannot be a parent.',
    next: 'Choose another parent, or let the parent that it names stay without one.',
  },
  'dependency-gone': {
    why: 'The dependency it removes no longer exists: a feature has one parent, so a new one replaces it.',
    next: 'Reject it: nothing is left to remove.',
  },
  'strategy-updated': {
    why: 'Unleash suspends a schedule that would overwrite the update.',
    next: 'Check what it overwrites, and reschedule it.',
  },
  'strategy-deleted': {
    why: 'The strategy it changes no longer exists.',
    next: 'Take this change out of it, or reject it.',
  },
  'ordered-strategy-deleted': {
    why: 'It orders a strategy that no longer exists.',
    next: 'Apply it before you delete, or create it again afterwards.',
  },
  'variants-updated': {
    why: 'Unleash suspends a schedule that would overwrite the variants.',
    next: 'Check what it overwrites, and reschedule it.',
  },
  'other-environment': {
    why: 'It changes another environment.',
    next: 'Nothing to do.',
  },
  'environment-not-found': {
    why: 'It changes another environment than the one you gave, which does not exist.',
    next: 'Correct the environment, and ask again.',
  },
  'segment-updated': {
    why: 'Unleash suspends a schedule that would overwrite the segment.',
    next: 'Check what it overwrites, and reschedule it.',
  },
  'included-segment-updated': {
    why: 'It includes the segment; what Unleash says about this differs between its texts.',
    next: 'After the update, check that its schedule is not suspended.',
  },
  'included-segment-moved': {
    why: 'A scheduled strategy includes the segment.',
    next: 'Take the segment out of it before you move the segment.',
  },
  'segment-moved': {
    why: 'The segment it includes no longer belongs to the project.',
    next: 'Take the segment out of it, or keep the segment where it is.',
  },
  'included-segment-deleted': {
    why: 'A scheduled strategy includes the segment.',
    next: 'Take the segment out of it before you delete the segment.',
  },
  'segment-deleted': {
    why: 'The segment it names no longer exists.',
    next: 'Take the segment out of it, or reject it.',
  },
  'definition-deleted': {
    why: 'The strategy definition it names no longer exists.',
    next: 'Choose another definition for it, or keep the one that it names.',
  },
  'milestone-definition-deleted': {
    why: 'A release plan has a strategy of this definition, so Unleash refuses the deletion.',
    next: 'Change the release plan before you delete the definition.',
  },
  'planned-definition-deleted': {
    why: 'Its release plan has a strategy of this definition, so Unleash probably refuses the deletion.',
    next: 'Change the release plan before you delete the definition.',
  },
  'environment-removed': {
    why: 'Unleash no longer finds the feature in the environment.',
    next: 'Apply it before you remove the environment, or reject it.',
  },
  'environment-left': {
    why: 'It is applied in an environment that the project no longer has.',
    next: 'Reject it, or apply it before you remove the environment.',
  },
  'context-field-updated': {
    why: 'It fails if a constraint of it has a value that is no longer legal.',
    next: 'Ask again with the new legal values, or compare them with its constraints.',
  },
  'value-no-longer-legal': {
    why: 'A constraint of it has a value that is no longer legal.',
    next: 'Apply it before you change the values, or change the constraint.',
  },
  'author-deleted': {
    why: 'Unleash suspends it if this user scheduled it; the API names only the author.',
    next: 'See in Unleash who scheduled it, and let another user schedule it again.',
  },
  'still-applies': {
    why: 'Unleash applies it all the same.',
    next: 'Nothing to do.',
  },
  'no-rule': {
    why: 'No rule says what happens to it.',
    next: 'Look at it in Unleash before you go on.',
  },
};

/** Why an outcome is unknown, in words. */
export const REASON_WORDS: Readonly<Record<UnknownReason, string>> = {
  'not-found': 'nothing has this name',
  doubt: 'a scheduled change may touch it',
  'no-coverage': 'no import or sync has listed all that is scheduled',
  'too-old': 'the data is too old',
  'unreadable-projects': 'there are projects that the key, or the sync, may not read',
};

/** A time in ISO 8601, UTC, to the minute. */
export const utcOf = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** That nothing has a name: `nothing had this name at 2026-11-21 10:42 UTC; did you mean "checkout"?` */
export function notFoundWords({
  namesAsOf,
  suggestions = [],
}: {
  readonly namesAsOf?: string;
  readonly suggestions?: readonly string[];
}): string {
  if (namesAsOf === undefined) return REASON_WORDS['not-found'];
  const meant = suggestions.map((each) => `"${each}"`).join(' or ');
  const question = meant === '' ? '' : `; did you mean ${meant}?`;
  return `nothing had this name at ${utcOf(namesAsOf)}${question}`;
}

/** What an outcome `none` leaves open if names are unchecked, in words. */
export const UNCHECKED_WORDS = 'whether it exists is not known';

/** Why a change may touch more than it says, in words. */
export const DOUBT_WORDS: Readonly<Record<DoubtReason, string>> = {
  'unknown-action': 'its action is unknown',
  'missing-id': 'it does not say which',
  'not-listed': 'it does not list them',
};

/** A doubt in words: `may touch more segments: it does not list them`. A newer server may have others. */
export function doubtWords({ kinds, why }: Pick<Doubt, 'kinds' | 'why'>): string {
  const names = kinds.map((kind) => PLURAL_WORDS[kind] ?? kind);
  const list = [names.slice(0, -1).join(', '), names.at(-1)]
    .filter((each) => each !== '')
    .join(' or ');
  return `may touch more ${list}: ${DOUBT_WORDS[why] ?? why}`;
}
