import type { ChangeRequestNotFound, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import type { Coverage, ProjectCoverage } from '../model/project.ts';
import type { AskedTarget } from '../model/impact.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
  ScheduledChangeRequestSummary,
} from '../model/scheduled-change-request.ts';
import type { SearchedTarget } from '../model/target.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';
import type { ForecastFindings, ForecastQuery } from './scheduled-change-request-forecast.ts';
import type { ListingPage, ListingQuery } from './scheduled-change-request-listing.ts';

/** A search in one project for change requests that touch at least one of the targets. */
export interface ScheduledChangeRequestSearch {
  readonly projectId: string;
  /** Each value is a valid name (`isName`). */
  readonly anyOf: readonly SearchedTarget[];
}

/** The options of a read that can take long. */
export interface ReadOptions extends CallOptions {
  /** The name of the principal. Where such reads wait for one another, a store should let callers take turns. */
  readonly caller?: string | undefined;
}

/** The result of a search, all of one moment. */
export interface ScheduledChangeRequestMatches {
  /** How current the project's data is. */
  readonly coverage: Coverage;
  readonly changeRequests: readonly ScheduledChangeRequestSummary[];
}

/** Maximum change requests that an impact lists per target, touching and doubtful ones each. */
export const MAX_LISTED = 100;

/** Maximum size of all change requests that an impact lists, as JSON text, in bytes of UTF-8. Each counts once. */
export const MAX_LISTED_BYTES = 4 * 1_024 * 1_024;

/** A search in several projects for what touches or may touch each of several targets. */
export interface ImpactSearch {
  /** Each value is a valid name (`isName`). Two can be the same. */
  readonly asked: readonly AskedTarget[];
  /** The ids of the projects to look in, each once. An id that isn't registered is ignored. */
  readonly projectIds: readonly string[];
  /** If true, {@link ImpactFindings.hasOtherProjects} may be wrong: a distributed store then asks fewer machines. */
  readonly ignoresOtherProjects?: boolean;
}

/** The findings of an impact for one target. */
export interface TargetFindings {
  /** How many change requests touch it. */
  readonly count: number;
  /** The soonest {@link MAX_LISTED} of them. */
  readonly touching: readonly ScheduledChangeRequest[];
  /** Whether a change request has a doubt that covers it. */
  readonly isDoubtful: boolean;
  /** The soonest {@link MAX_LISTED} change requests that have one. */
  readonly doubtful: readonly ScheduledChangeRequest[];
}

/** The findings of an impact, all of one moment. */
export interface ImpactFindings {
  /** The projects that were looked in, in ascending byte order of id. */
  readonly projects: readonly ProjectCoverage[];
  /** Whether other projects are registered. */
  readonly hasOtherProjects: boolean;
  /** In the order of `asked`. */
  readonly targets: readonly TargetFindings[];
}

/** Reads the scheduled change requests. */
export interface ScheduledChangeRequestReader {
  /**
   * Returns the summaries of the project's scheduled change requests that match any of the targets, and the coverage
   * of the project.
   *
   * - It must return exactly those change requests for which `matchesAny(targetsOf(changeRequest), anyOf)` is true, each once, in
   *   ascending order of id; an empty list when there are no targets.
   * - It must never return a change request of another project, nor one that was replaced or removed.
   * - It must return `ProjectNotFound` for a project that isn't registered, with and without targets.
   * - Texts must compare byte for byte: case, `%`, `_`, quotes and Unicode forms all matter.
   * - The result must be the caller's own: mutating it changes nothing in the store.
   * - It must return `StoreUnavailable`, never an empty list, when it can't know.
   */
  search(
    search: ScheduledChangeRequestSearch,
    options?: ReadOptions,
  ): PortResult<ScheduledChangeRequestMatches, ProjectNotFound | StoreUnavailable>;

  /**
   * Returns what touches or may touch each of the targets.
   *
   * - For each target it must count exactly the change requests for which `matchesAny(targetsOf(changeRequest),
   *   [target])` is true. `isDoubtful` must be true exactly if `doubtsIn` of one has a doubt that `covers` the target.
   * - Both lists must be in ascending order of `compareListingPlaces`: soonest first, then by project and id. Only the time
   *   of the schedule counts, whatever its status, so one that is overdue, failed or suspended comes before what is still
   *   to come. One without a time that can be read comes last.
   * - Each must start with the first, and may end before {@link MAX_LISTED} only when it is whole, or when all that is
   *   listed would exceed {@link MAX_LISTED_BYTES}. A store then must list the first of each target before the second of
   *   any, and at least one change request.
   * - Everything must be of one moment.
   * - The result must be the caller's own: mutating it changes nothing in the store. Two targets can share a change
   *   request.
   * - It must return `StoreUnavailable`, never zero, when it can't know.
   */
  impact(search: ImpactSearch, options?: ReadOptions): PortResult<ImpactFindings, StoreUnavailable>;

  /**
   * Returns a page of change requests.
   *
   * - It must list exactly those in the projects that pass each filter: those for which
   *   `isListed(listingEntryOf(changeRequest), query)` is true and, with `anyOf`,
   *   `matchesAny(targetsOf(changeRequest), anyOf)` as well. It must list each once, as it was put, in ascending order
   *   of `compareListingPlaces`, and none at or before the place `after`, whether or not a change request is there.
   * - The page must end at `limit`, or before it exceeds `maxBytes`, or when it is whole; `hasMore` must tell which. So
   *   pages that each begin after the last of the one before miss and repeat nothing that stays as it is meanwhile.
   * - Everything must be of one moment. Texts must compare byte for byte.
   * - The result must be the caller's own: mutating it changes nothing in the store.
   * - It must return `StoreUnavailable`, never an empty page, when it can't know.
   */
  list(query: ListingQuery, options?: ReadOptions): PortResult<ListingPage, StoreUnavailable>;

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

  /**
   * Returns a change request as it was put, as the caller's own. It must return `ChangeRequestNotFound` when the
   * project has none with that id, and when the project isn't registered.
   */
  find(
    key: ChangeRequestKey,
    options?: CallOptions,
  ): PortResult<ScheduledChangeRequest, ChangeRequestNotFound | StoreUnavailable>;
}
