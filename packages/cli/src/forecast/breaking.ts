import { type Forecast, isGone } from '@forewarn/client';
import {
  compareListingPlaces,
  keyOf,
  listingPlaceOf,
  type ShownChangeRequest,
  shownOf,
} from '@forewarn/record';
import type { ForecastQuestion } from './forecast-question.ts';

type ScheduledCause = Exclude<Forecast['causes'][number], { readonly gone: unknown }>;

/** A change request that will not go as planned because of another one. */
interface Broken extends ShownChangeRequest {
  /** What happens to it. */
  readonly outcome: ScheduledCause['consequence']['outcome'];
}

/** A change request that will not go as planned, and one of its causes. */
interface Pair {
  readonly victim: Forecast;
  readonly cause: ScheduledCause;
}

/** A change request that others will not go as planned because of. */
export interface Breaking extends ShownChangeRequest {
  /** The soonest first, each once. */
  readonly breaks: readonly Broken[];
}

/**
 * Returns what each cause in the scope of a question breaks, in its scope or outside: the soonest causes first.
 *
 * @param forecasts of what will not go as planned
 */
export function breakingIn(
  forecasts: readonly Forecast[],
  { project, environment, within = Infinity }: ForecastQuestion,
  now: number,
): readonly Breaking[] {
  const isAsked = (cause: ScheduledCause): boolean =>
    (project?.includes(cause.project) ?? true) &&
    (environment?.includes(cause.environment) ?? true) &&
    listingPlaceOf(cause).scheduledAt < now + within;
  const pairs = forecasts
    .flatMap((victim) =>
      victim.causes.flatMap((cause): readonly Pair[] =>
        isGone(cause) || !isAsked(cause) ? [] : [{ cause, victim }],
      ),
    )
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a.victim), listingPlaceOf(b.victim)));
  return [...Map.groupBy(pairs, ({ cause }) => keyOf(cause)).values()]
    .map((of) => ({
      ...shownOf((of[0] as Pair).cause),
      breaks: [...Map.groupBy(of, ({ victim }) => keyOf(victim)).values()].map(brokenBy),
    }))
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)));
}

/** Whether it is sure that a change request breaks another one. */
export const isSure = ({ breaks }: Breaking): boolean =>
  breaks.some(({ outcome }) => outcome !== 'unknown');

/** What the causes of a change request do to it. */
function brokenBy(pairs: readonly Pair[]): Broken {
  const { victim } = pairs[0] as Pair;
  const outcomes = pairs.map(({ cause }) => cause.consequence.outcome);
  const sure = outcomes.find((each) => each !== 'unknown' && victim.forecast !== 'unknown');
  return { ...shownOf(victim), outcome: sure ?? 'unknown' };
}
