import type {
  ChangeRequestKey,
  Coverage,
  PortResult,
  ReadOptions,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';
import type { ListingPlace, ListingQuery, ProjectCoverage, TouchedTarget } from '@forewarn/record';
import type { Gone } from './forecast.ts';

/** Maximum change requests that a store returns for a page of forecasts. */
export const MAX_FORECAST_READ = 10_000;

/** Maximum size of these as JSON text, in bytes of UTF-8. */
export const MAX_FORECAST_BYTES = 32 * 1_024 * 1_024;

/** Change requests by their keys, or by what they touch. */
export type ForecastAmong =
  | { readonly keys: readonly ChangeRequestKey[] }
  | { readonly touching: readonly TouchedTarget[] };

/** Maximum change requests that a store returns of those that one may affect. */
export const MAX_VICTIMS_READ = 5_000;

/** Maximum size of these as JSON text, in bytes of UTF-8. */
export const MAX_VICTIM_BYTES = 8 * 1_024 * 1_024;

/** Which change requests to forecast. */
export interface ForecastQuery extends Pick<
  ListingQuery,
  'environments' | 'from' | 'to' | 'after'
> {
  /** Milliseconds since 1970. What was to be applied before is not forecast, and has no effect. */
  readonly now: number;
  /** The ids of the projects of those to forecast, each once. An id that isn't registered is ignored. */
  readonly projectIds: readonly string[];
  /** Maximum candidates, 1 or more. */
  readonly limit: number;
  /** Only this one. */
  readonly only?: ChangeRequestKey | undefined;
  /** Only these. All of them that are going to be applied are candidates, also those that nothing affects. */
  readonly among?: ForecastAmong | undefined;
  /** Also those that the only one may affect. */
  readonly withVictims?: true;
}

/** What may affect any feature, and where. */
export interface GapsQuery extends Pick<ForecastQuery, 'now' | 'projectIds' | 'environments'> {
  /** The ids of change requests that do not count. */
  readonly except?: readonly number[];
}

/** What a forecast needs to know, all of one moment. */
export interface ForecastFindings {
  /** The projects of the query that are registered, in ascending byte order of id. */
  readonly projects: readonly ProjectCoverage[];
  /**
   * Each coverage that a registered project has, once, in byte order of kind, time and source: causes can be in any
   * project.
   */
  readonly coverages: readonly Coverage[];
  /** The places of those that may not go as planned, or of all that the query names, in the order of places. */
  readonly candidates: readonly ListingPlace[];
  /** The last place that was looked at; absent only if no candidate comes after it. */
  readonly next?: ListingPlace;
  /** The candidates and what decides how they will go, as they were put, in any order. */
  readonly scheduled: readonly ScheduledChangeRequest[];
  /** What these touch and is gone, in any order. There may be more. */
  readonly gone: readonly Gone[];
  /**
   * The soonest time, from `now` on, of a change request in the query's projects that is going to be applied and may affect any
   * feature; absent if there is none.
   */
  readonly unlistedAt?: number;
  /** An environment of the query is known to be in none of its projects: it is misspelt. */
  readonly lacksEnvironment?: true;
  /** The only candidate needs more than a store returns: `scheduled` has just the candidate. */
  readonly isCut?: true;
  /** The others that the only candidate may affect, in the order of places; absent unless they are asked for. */
  readonly victims?: readonly ScheduledChangeRequest[];
  /** There are more of them than a store returns. */
  readonly hasMoreVictims?: true;
}

/** Finds what decides how scheduled change requests will go. */
export interface ForecastReader {
  /**
   * Returns what a forecast needs.
   *
   * - Each candidate must be in one of the projects, be planned (`isPlanned`) for `now` or later, pass each filter, and come
   *   after the place `after`. They must be in ascending order of `compareListingPlaces`, each once, at most `limit`.
   * - Of those up to `next`, or of all without it, each one that `forecastOf` of all that the store has does not find
   *   `as-planned` must be a candidate. Others may be.
   * - `next` may come before the first candidate of a later page and without any on this one, so that a store can bound the
   *   change requests that it looks at. It must be later than `after`, so that pages come to an end.
   * - For each candidate, `forecastOf` of `scheduled` must say what `forecastOf` of all that the store has says: so
   *   `scheduled` has its causes, in any project, and theirs. It must list each once, at most {@link MAX_FORECAST_READ} of
   *   {@link MAX_FORECAST_BYTES} in all: with fewer candidates if need be.
   * - `gone` must have what `scheduled` touches and is gone: each strategy definition whose last event is `strategy-deleted`,
   *   with this event, and what `NameRepository.replace` found to be missing in a project, except definitions that are
   *   registered. `removalsOf` tells how. `forecastOf` of all that the store has knows all that is gone.
   * - `unlistedAt` must be exactly the soonest time, from `now` on, of what is planned (`isPlanned`) in one of the projects with
   *   doubts for which `mayAffectAny` is true, whatever the filters. There must be `lacksEnvironment` exactly if
   *   `NameRepository.find` returns `not-found` for an environment of the query in its projects.
   * - A candidate that needs more must be the only one of its page, with `isCut` and nothing else in `scheduled`.
   * - With `only`, it must list that one in `scheduled` if it exists in one of the projects, whatever its schedule, and have
   *   no other candidate.
   * - With `only` and `withVictims`, unless the candidate is cut, `breaksOf` of `scheduled` and `victims` together must say
   *   what `breaksOf` of all that the store has says of it. `victims` must list each once, none that is in `scheduled`, in
   *   ascending order of `compareListingPlaces`: the soonest {@link MAX_VICTIMS_READ} of {@link MAX_VICTIM_BYTES} in all, at
   *   least one, with `hasMoreVictims` exactly if there are more that may be affected.
   * - Everything must be of one moment. Texts must compare byte for byte.
   * - The result must be the caller's own: mutating it changes nothing in the store.
   * - It must return `StoreUnavailable`, never nothing, when it can't know.
   */
  forecast(
    query: ForecastQuery,
    options?: ReadOptions,
  ): PortResult<ForecastFindings, StoreUnavailable>;
}

/** The port that forecasts add to a store. */
export interface ForecastStore {
  readonly forecasts: ForecastReader;
}
