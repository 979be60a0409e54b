import type { CallOptions, ChangeRequestKey, ScheduledChangeRequest } from '@forewarn/core';
import { shownOf } from '@forewarn/record';
import { type Conflict, conflictsOn } from './conflicts-on.ts';
import type { ForecastScope } from './forecast-of.ts';
import { type Breaks, type ForecastBreak, MAX_CAUSES } from './forecast.ts';
import { goneByTarget } from './gone-conflicts.ts';
import { atOnce, type InSteps, inTurns } from './in-steps.ts';
import type { Planned } from './planned.ts';
import { influencesByTarget, influencesOnlyOf } from './influences-by-target.ts';
import { consequenceIn, doubtsAmong, locationOf, plannedAmong } from './planned-among.ts';
import { Soonest } from './soonest.ts';

/** Which change request is asked about, and whose victims may be shown. */
export interface BreaksScope extends Pick<ForecastScope, 'now' | 'gone' | 'isReadable'> {
  readonly of: ChangeRequestKey;
}

/** That a change request breaks nothing. */
export const BREAKS_NOTHING: Breaks = {
  breaks: [],
  breakCount: 0,
  hiddenBreaks: 0,
  mayBreakMore: false,
};

/**
 * Returns what one change request does to the others that are going to be applied: each cause that `forecastOf` finds in it,
 * by its victim. One that is not going to be applied does nothing.
 */
export const breaksOf = (
  scheduled: readonly ScheduledChangeRequest[],
  scope: BreaksScope,
): Breaks => atOnce(breaking(scheduled, scope));

/** Returns the same, and lets other work have its turn meanwhile. Throws the reason of the signal once it is aborted. */
export const breaksInTurns = (
  scheduled: readonly ScheduledChangeRequest[],
  scope: BreaksScope,
  options?: CallOptions,
): Promise<Breaks> => inTurns(breaking(scheduled, scope), options);

/** What a cause does to a victim. */
interface Break extends Conflict {
  readonly victim: Planned;
}

function* breaking(
  scheduled: readonly ScheduledChangeRequest[],
  { of: { projectId, id }, now, gone = [], isReadable = () => true }: BreaksScope,
): InSteps<Breaks> {
  const planned = yield* plannedAmong(scheduled, now);
  const cause = planned.find(
    ({ changeRequest }) => changeRequest.id === id && changeRequest.project === projectId,
  );
  if (cause === undefined) return BREAKS_NOTHING;
  const byTarget = yield* influencesByTarget(planned);
  const doubts = yield* doubtsAmong(
    planned.filter(({ at }) => at <= cause.at),
    byTarget,
    goneByTarget(gone),
  );
  const own = influencesOnlyOf(cause, byTarget);
  const soonest = new Soonest<Break>(MAX_CAUSES, ({ victim }) => victim.place);
  let [breakCount, hiddenBreaks] = [0, 0];
  for (const victim of planned) {
    if (victim === cause) continue;
    for (const conflict of conflictsOn(victim, own)) {
      if (conflict === undefined) {
        yield;
        continue;
      }
      const consequence = consequenceIn(conflict, victim, doubts);
      if (consequence.outcome === 'unaffected') continue;
      breakCount += 1;
      if (isReadable(victim.changeRequest.project))
        soonest.add({ ...conflict, consequence, victim });
      else hiddenBreaks += 1;
    }
  }
  return { breaks: soonest.list().map(breakOf), breakCount, hiddenBreaks, mayBreakMore: false };
}

const breakOf = ({ victim, location, touch, consequence }: Break): ForecastBreak => ({
  ...shownOf(victim.changeRequest),
  ...locationOf(touch),
  touch: locationOf(location),
  consequence,
});
