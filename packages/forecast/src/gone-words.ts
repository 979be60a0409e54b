import { targetValue } from '@forewarn/core';
import { type ConsequenceRule, KIND_WORDS, utcOf } from '@forewarn/impact';
import type { GoneCause } from './forecast.ts';

/** What is already gone, and how that is known: `the strategy definition "a" is already gone: ada deleted it, 2026-11-27 08:00 UTC`. */
export function goneWords({
  gone,
  event,
  asOf,
}: Pick<GoneCause, 'gone' | 'event' | 'asOf'>): string {
  const value = targetValue(gone);
  const name = gone.kind === 'strategy' || gone.kind === 'segment' ? value : `"${value}"`;
  const what = `the ${KIND_WORDS[gone.kind]} ${name} is already gone`;
  if (event !== undefined)
    return `${what}: ${event.createdBy} deleted it, ${utcOf(event.createdAt)}`;
  return asOf === undefined ? what : `${what}, as of ${utcOf(asOf)}`;
}

/** What to do next if what a rule is about has already happened: one sentence each. */
export const GONE_NEXT_WORDS = {
  'feature-archived': 'Revive the feature and schedule it again, or reject it.',
  'feature-deleted': 'Reject it.',
  'feature-moved': 'Create it again in the project that has the feature, or reject it.',
  'parent-gone': 'Give the feature another parent, or reject it.',
  'strategy-deleted': 'Reject it.',
  'ordered-strategy-deleted': 'Create it again without the strategy, or reject it.',
  'segment-deleted': 'Change it, or reject it.',
  'segment-moved': 'Change it, or move the segment back.',
  'definition-deleted': 'Change it, or add the strategy definition again.',
  'environment-removed': 'Add the environment to the project again, or reject it.',
  'environment-left': 'Add the environment to the project again, or reject it.',
} as const satisfies Partial<Record<ConsequenceRule, string>>;
