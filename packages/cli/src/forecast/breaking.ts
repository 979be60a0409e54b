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
      victim.causes.flatMap((cause) =>
        isGone(cause) || !isAsked(cause) ? [] : [{ cause, victim }],
      ),
    )
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a.victim), listingPlaceOf(b.victim)));
  return [...Map.groupBy(pairs, ({ cause }) => keyOf(cause)).values()]
    .flatMap((of) => {
      const [first] = of;
      if (first === undefined) return [];
      const victims = Map.groupBy(of, ({ victim }) => keyOf(victim)).values();
      const breaks = [...victims].flatMap(([found, ...more]) =>
        found === undefined
          ? []
          : [
              brokenBy(
                [found, ...more].map(({ cause }) => cause),
                found.victim,
              ),
            ],
      );
      return [{ ...shownOf(first.cause), breaks }];
    })
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)));
}

/** Whether it is sure that a change request breaks another one. */
export const isSure = ({ breaks }: Breaking): boolean =>
  breaks.some(({ outcome }) => outcome !== 'unknown');

function brokenBy(causes: readonly ScheduledCause[], victim: Forecast): Broken {
  const outcomes = victim.forecast === 'unknown' ? [] : causes.map((of) => of.consequence.outcome);
  const outcome = outcomes.find((each) => each !== 'unknown') ?? 'unknown';
  return { ...shownOf(victim), outcome };
}
