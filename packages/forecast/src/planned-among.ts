import type { ChangeLocation, ScheduledChangeRequest } from '@forewarn/core';
import type { ConsequenceOutcome } from '@forewarn/impact';
import { compareListingPlaces, scheduledAtOf } from '@forewarn/record';
import { isPlanned } from './effects-of.ts';
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

/**
 * Finds those with an effect that will fail or be suspended.
 *
 * @param planned the soonest first
 */
export function* brokenAmong(
  planned: Iterable<Planned>,
  byTarget: ByTarget,
  gone: GoneByTarget,
): InSteps<ReadonlySet<Planned>> {
  const broken = new Set<Planned>();
  for (const each of planned) {
    // One without an effect causes nothing.
    if (each.effects.length === 0) continue;
    const isBroken = goneFor(each, gone).some(({ consequence }) => isBreaking(consequence));
    if (isBroken || (yield* willBreak(each, byTarget, broken))) broken.add(each);
  }
  return broken;
}

const BREAKING: ReadonlySet<ConsequenceOutcome> = new Set([
  'fails',
  'lost',
  'suspended',
  'refused',
]);

const isBreaking = ({ outcome }: Pick<ForecastConsequence, 'outcome'>): boolean =>
  BREAKING.has(outcome);

/** Whether a change request will fail or be suspended. */
function* willBreak(
  victim: Planned,
  byTarget: ByTarget,
  broken: ReadonlySet<Planned>,
): InSteps<boolean> {
  const isCertain = (cause: Planned): boolean => doubtAbout(victim, cause, broken) === undefined;
  for (const conflict of conflictsOn(victim, byTarget, isCertain)) {
    if (conflict === undefined) yield;
    else if (isBreaking(conflict.consequence)) return true;
  }
  return false;
}

/** Returns what a conflict means, unless its cause will not go as planned, or the order is not known. */
export function consequenceIn(
  { cause, consequence }: Pick<Conflict, 'cause' | 'consequence'>,
  victim: Planned,
  broken: ReadonlySet<Planned>,
): ForecastConsequence {
  const doubt = consequence.outcome === 'unknown' ? undefined : doubtAbout(victim, cause, broken);
  return doubt === undefined ? consequence : uncertain(doubt);
}

/** Why it is not known what one causes: it will not go as planned, or the order is not known. */
function doubtAbout(
  victim: Planned,
  cause: Planned,
  broken: ReadonlySet<Planned>,
): 'order-unknown' | 'cause-uncertain' | undefined {
  if (victim.at === cause.at) return 'order-unknown';
  return cause.at < victim.at && broken.has(cause) ? 'cause-uncertain' : undefined;
}

/** Returns only where a change is. */
export const locationOf = ({ path, action, feature }: ChangeLocation): ChangeLocation => ({
  path,
  ...(action === undefined ? {} : { action }),
  ...(feature === undefined ? {} : { feature }),
});
