import { REASON_WORDS } from '@forewarn/impact';
import type { ForecastOutcome, ForecastReason, UncertaintyRule } from './forecast.ts';

/** How a scheduled change request will go, in words. */
export const FORECAST_WORDS: Readonly<Record<ForecastOutcome, string>> = {
  fails: 'will fail',
  suspended: 'will be suspended',
  changed: 'will have another effect',
  unknown: 'may not go as planned',
  'as-planned': 'will go as planned',
};

/** What to do with what Unleash refuses while a dependency exists that a later one removes: one sentence. */
export const AFTER_REMOVAL = 'Schedule it after the other one, which removes the dependency.';

/** Why a dependency that an earlier one removes can't be removed: one sentence. */
export const REMOVED_BEFORE = 'An earlier change removes the dependency.';

/** Why it is uncertain what an earlier one does to a dependency, and what to do next: one sentence each. */
export const UNDONE_WORDS = {
  why: 'Another change may undo what the earlier one does to the dependency.',
  next: 'Look at the dependency in Unleash once the earlier ones are applied.',
};

/** Why a forecast is uncertain, and what to do next: one sentence each. */
export const UNCERTAINTY_WORDS: Readonly<
  Record<UncertaintyRule, { readonly why: string; readonly next: string }>
> = {
  'cause-uncertain': {
    why: 'What is scheduled before it may not go as planned itself.',
    next: 'Look again once the earlier one is sure to go as planned.',
  },
  'order-unknown': {
    why: 'Both are scheduled for the same time, and which is applied first is not known.',
    next: 'Give one of them another time.',
  },
  'effects-unseen': {
    why: 'What the earlier one does to the feature cannot be seen.',
    next: 'Look at both in Unleash.',
  },
  'dependency-uncertain': {
    why: 'Unleash refuses this while the dependency exists, and others may add or remove it before.',
    next: AFTER_REMOVAL,
  },
  'too-many-effects': {
    why: 'More than 1,000 scheduled change requests change what it touches.',
    next: 'Look at it in Unleash, and at those before it.',
  },
  'removal-unknown': {
    why: 'What it changes is gone, and whether it was archived, deleted or moved is not known.',
    next: 'Look for it in Unleash.',
  },
};

/** Why a forecast may lack causes, in words. */
export const FORECAST_REASON_WORDS: Readonly<Record<ForecastReason, string>> = {
  ...REASON_WORDS,
  'not-found': 'no environment has this name',
  doubt: 'not every scheduled change says what it touches',
  'too-many-causes': 'more is scheduled before it than can be read at once',
  'no-future-time': 'it has no future time',
};
