import type { ChangeLocation, ScheduledChangeRequest } from '@forewarn/core';
import type { ConsequenceOutcome } from '@forewarn/impact';
import { compareListingPlaces, scheduledAtOf } from '@forewarn/record';
import { changeDependencies, isPlanned, mayTouchMore } from './effects-of.ts';
import { type Conflict, conflictsOn, uncertain } from './conflicts-on.ts';
import { Planned } from './planned.ts';
import type { ByTarget } from './influences-by-target.ts';
import type { ForecastConsequence } from './forecast.ts';
import { type GoneByTarget, goneFor } from './gone-conflicts.ts';
import type { InSteps } from './in-steps.ts';

/** Finds those that are going to be applied, the soonest first. */
export function* plannedAmong(
  scheduled: readonly ScheduledChangeRequest[],
  now: number,
): InSteps<readonly Planned[]> {
  const planned: Planned[] = [];
  for (const each of scheduled) {
    yield;
    if (isPlanned(each) && scheduledAtOf(each) >= now) planned.push(new Planned(each));
  }
  return planned.toSorted((a, b) => compareListingPlaces(a.place, b.place));
}

/** What is known of those with an effect: they fail or are suspended, or may be. */
export type Doubts = ReadonlyMap<Planned, 'broken' | 'unsure'>;

/**
 * Finds those with an effect that will fail or be suspended, and those that may: of these at least each that adds or removes a
 * dependency.
 *
 * @param planned the soonest first
 */
export function* doubtsAmong(
  planned: Iterable<Planned>,
  byTarget: ByTarget,
  gone: GoneByTarget,
): InSteps<Doubts> {
  const doubts = new Map<Planned, 'broken' | 'unsure'>();
  for (const each of planned) {
    // One without an effect causes nothing.
    if (each.effects.length === 0) continue;
    const outcomes = new Set(goneFor(each, gone).map(({ consequence }) => consequence.outcome));
    yield* addOutcomes(outcomes, each, byTarget, doubts);
    if (isBreaking(outcomes)) doubts.set(each, 'broken');
    else if (outcomes.has('unknown')) doubts.set(each, 'unsure');
  }
  return doubts;
}

const BREAKING: ReadonlySet<ConsequenceOutcome> = new Set([
  'fails',
  'lost',
  'suspended',
  'refused',
]);

const isBreaking = (outcomes: ReadonlySet<ConsequenceOutcome>): boolean =>
  [...outcomes].some((each) => BREAKING.has(each));

/** Adds what others do to a change request, until it breaks. */
function* addOutcomes(
  outcomes: Set<ConsequenceOutcome>,
  victim: Planned,
  byTarget: ByTarget,
  doubts: Doubts,
): InSteps<void> {
  // What is uncertain matters only to those that need this one.
  const isAll = changeDependencies(victim.effects);
  const isWanted = (cause: Planned): boolean =>
    isAll || doubtAbout(victim, cause, doubts) === undefined;
  if (isAll && mayTouchMore(victim.changeRequest)) outcomes.add('unknown');
  if (isBreaking(outcomes)) return;
  for (const conflict of conflictsOn(victim, byTarget, isWanted)) {
    if (conflict === undefined) yield;
    else outcomes.add(consequenceIn(conflict, victim, doubts).outcome);
    if (isBreaking(outcomes)) return;
  }
}

/**
 * Returns what a conflict means, unless its cause will not go as planned, or the order is not known. What a change request needs is
 * uncertain as soon as it may not be applied.
 */
export function consequenceIn(
  { cause, consequence }: Pick<Conflict, 'cause' | 'consequence'>,
  victim: Planned,
  doubts: Doubts,
): ForecastConsequence {
  if (consequence.outcome === 'unknown') return consequence;
  const isNeeded = consequence.outcome === 'unaffected';
  const isUnsure = isNeeded && cause.at < victim.at && doubts.has(cause);
  const doubt = isUnsure ? 'cause-uncertain' : doubtAbout(victim, cause, doubts);
  return doubt === undefined ? consequence : uncertain(doubt);
}

/** Why it is not known what one causes: it will not go as planned, or the order is not known. */
function doubtAbout(
  victim: Planned,
  cause: Planned,
  doubts: Doubts,
): 'order-unknown' | 'cause-uncertain' | undefined {
  if (victim.at === cause.at) return 'order-unknown';
  return cause.at < victim.at && doubts.get(cause) === 'broken' ? 'cause-uncertain' : undefined;
}

/** Returns only where a change is. */
export const locationOf = ({ path, action, feature }: ChangeLocation): ChangeLocation => ({
  path,
  ...(action === undefined ? {} : { action }),
  ...(feature === undefined ? {} : { feature }),
});
