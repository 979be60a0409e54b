import type { CallOptions, ScheduledChangeRequest } from '@forewarn/core';
import { authorOf, shownOf } from '@forewarn/record';
import { type Conflict, conflictsOn, FORECAST_OF } from './conflicts-on.ts';
import {
  type Forecast,
  type ForecastCause,
  type ForecastOutcome,
  FORECASTS,
  type Gone,
  MAX_CAUSES,
} from './forecast.ts';
import { goneByTarget, type GoneConflict, goneFor } from './gone-conflicts.ts';
import { atOnce, type InSteps, inTurns } from './in-steps.ts';
import type { Planned } from './planned.ts';
import { type ByTarget, influencesByTarget } from './influences-by-target.ts';
import {
  consequenceIn,
  type Doubts,
  doubtsAmong,
  locationOf,
  plannedAmong,
} from './planned-among.ts';
import { Soonest } from './soonest.ts';

export interface ForecastScope {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Which change requests to forecast; all when absent. */
  readonly isAsked?: (changeRequest: ScheduledChangeRequest) => boolean;
  /** Which change requests have an effect on others; all when absent. */
  readonly hasEffect?: (changeRequest: ScheduledChangeRequest) => boolean;
  /** What is known to be gone. */
  readonly gone?: readonly Gone[];
  /** The projects whose causes may be shown, by id; all when absent. What is gone is never hidden. */
  readonly isReadable?: (projectId: string) => boolean;
}

/**
 * Returns how each scheduled change request will go that is going to be applied: one that is pending, with a readable time
 * that is not over. Others have no effect. The soonest comes first, then by project and id.
 *
 * - An effect of one on a touch of a later one has the consequence of the same intent. So has the removal of what is gone. The
 *   worst decides.
 * - One that will itself fail or be suspended has uncertain effects: what it causes is `unknown`. So is what needs
 *   it to add or to remove a dependency, as soon as it may fail or be suspended. The first one to remove it decides.
 * - At the same time the order is not known: what one of them causes is `unknown`.
 * - What can't be seen of a change may be any effect on its feature: what it causes is `unknown`.
 * - A dependency that an earlier one removes or replaces can't be removed again.
 * - Unleash refuses some effects while a feature has a dependency. If a later one removes it, the earlier one fails. It is
 *   `unknown` if one before changes the parent of the feature, or one until the removal gives it this parent.
 * - Of the change requests with an effect on one target, the soonest {@link MAX_EFFECTIVE} count. One after these makes it
 *   `unknown`.
 */
export function forecastOf(
  scheduled: readonly ScheduledChangeRequest[],
  scope: ForecastScope,
): readonly Forecast[] {
  return atOnce(forecasting(scheduled, scope));
}

/** Returns the same, and lets other work have its turn meanwhile. Throws the reason of the signal once it is aborted. */
export const forecastInTurns = (
  scheduled: readonly ScheduledChangeRequest[],
  scope: ForecastScope,
  options?: CallOptions,
): Promise<readonly Forecast[]> => inTurns(forecasting(scheduled, scope), options);

/** Returns the same, for work that can be interrupted. */
export function* forecasting(
  scheduled: readonly ScheduledChangeRequest[],
  scope: ForecastScope,
): InSteps<readonly Forecast[]> {
  const { now, isAsked = () => true, hasEffect = () => true, isReadable = () => true } = scope;
  const gone = goneByTarget(scope.gone ?? []);
  const planned = yield* plannedAmong(scheduled, now);
  const byTarget = yield* influencesByTarget(
    planned.filter(({ changeRequest }) => hasEffect(changeRequest)),
  );
  const doubts = yield* doubtsAmong(planned, byTarget, gone);
  const forecasts: Forecast[] = [];
  for (const victim of planned) {
    if (isAsked(victim.changeRequest)) {
      const found = goneFor(victim, gone);
      forecasts.push(yield* forecast(victim, found, { byTarget, doubts, isReadable }));
    }
  }
  return forecasts;
}

/** Returns the forecast of one that has none, because it failed, is suspended, is overdue or has no time that can be read. */
export function unforeseen(changeRequest: ScheduledChangeRequest): Forecast {
  const { schedule } = changeRequest;
  const outcome = schedule?.status === 'failed' ? 'fails' : schedule?.status;
  return forecastWith(
    changeRequest,
    outcome === 'fails' || outcome === 'suspended' ? outcome : 'unknown',
  );
}

/** What decides a forecast beside what is gone. */
interface Surroundings {
  readonly byTarget: ByTarget;
  readonly doubts: Doubts;
  readonly isReadable: (projectId: string) => boolean;
}

function* forecast(
  victim: Planned,
  gone: readonly GoneConflict[],
  { byTarget, doubts, isReadable }: Surroundings,
): InSteps<Forecast> {
  const forecasts = new Set(gone.map(({ consequence }) => FORECAST_OF[consequence.outcome]));
  const soonest = new Soonest<Conflict>(MAX_CAUSES, ({ cause }) => cause.place);
  let [causeCount, hiddenCauses] = [gone.length, 0];
  for (const conflict of conflictsOn(victim, byTarget)) {
    if (conflict === undefined) {
      yield;
      continue;
    }
    const consequence = consequenceIn(conflict, victim, doubts);
    if (consequence.outcome === 'unaffected') continue;
    forecasts.add(FORECAST_OF[consequence.outcome]);
    causeCount += 1;
    if (isReadable(conflict.cause.changeRequest.project)) soonest.add({ ...conflict, consequence });
    else hiddenCauses += 1;
  }
  const worst = FORECASTS.find((each) => forecasts.has(each)) ?? 'as-planned';
  const causes = [...gone.map(goneCauseOf), ...soonest.list().map(causeOf)].slice(0, MAX_CAUSES);
  return { ...forecastWith(victim.changeRequest, worst), causes, causeCount, hiddenCauses };
}

/** A forecast without causes. */
function forecastWith(changeRequest: ScheduledChangeRequest, outcome: ForecastOutcome): Forecast {
  const createdBy = authorOf(changeRequest);
  return {
    ...shownOf(changeRequest),
    ...(createdBy === undefined ? {} : { createdBy }),
    forecast: outcome,
    causes: [],
    causeCount: 0,
    hiddenCauses: 0,
  };
}

const goneCauseOf = ({ touch, gone, consequence }: GoneConflict): ForecastCause => {
  const { target, event, asOf } = gone;
  return {
    gone: target,
    ...(event === undefined ? {} : { event }),
    ...(asOf === undefined ? {} : { asOf }),
    touch: locationOf(touch),
    consequence,
  };
};

const causeOf = ({ cause, location, touch, consequence: found }: Conflict): ForecastCause => ({
  ...shownOf(cause.changeRequest),
  ...locationOf(location),
  touch: locationOf(touch),
  consequence: found,
});
