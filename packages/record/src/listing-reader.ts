import type {
  CallOptions,
  ChangeRequestKey,
  PortResult,
  ReadOptions,
  Schedule,
  ScheduledChangeRequest,
  SearchedTarget,
  StoreUnavailable,
} from '@forewarn/core';
import type { ChangeRequestNotFound } from './errors.ts';
import type { ProjectCoverage } from './coverage.ts';

/** Which change requests to list. Filters combine with AND; an absent one lets all through. */
export interface ListingFilter {
  /** Only those in one of these environments. */
  readonly environments?: readonly string[] | undefined;
  /** Only those whose schedule has one of these statuses. */
  readonly statuses?: readonly Schedule['status'][] | undefined;
  /** Only those scheduled at this time or later, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Only those scheduled before this time, in milliseconds since 1970. */
  readonly to?: number | undefined;
  /** Only those that need attention (`needsAttention`) at this time, in milliseconds since 1970. */
  readonly needAttentionAt?: number | undefined;
  /** Only those that touch at least one of these. Each value is a valid name (`isName`). */
  readonly anyOf?: readonly SearchedTarget[] | undefined;
}

/** The place of a change request in the order of listings: by time, then by project in byte order, then by id. */
export interface ListingPlace {
  /** Milliseconds since 1970, or `UNSCHEDULED`. */
  readonly scheduledAt: number;
  readonly projectId: string;
  readonly id: number;
}

/** A page of a listing. */
export interface ListingQuery extends ListingFilter {
  /** The ids of the projects to look in, each once. An id that isn't registered is ignored. */
  readonly projectIds: readonly string[];
  /** Only those after this place. */
  readonly after?: ListingPlace | undefined;
  /** Maximum change requests, 1 or more. */
  readonly limit: number;
  /**
   * Maximum size of all change requests as JSON text, in bytes of UTF-8. The page ends before the first one that exceeds
   * it, but has at least one, if there is one.
   */
  readonly maxBytes: number;
}

/** A page of change requests, all of one moment. */
export interface ListingPage {
  /** The projects that were looked in, in ascending byte order of id. */
  readonly projects: readonly ProjectCoverage[];
  /** As they were put, in the order of {@link ListingPlace}. */
  readonly changeRequests: readonly ScheduledChangeRequest[];
  /** Whether the query finds change requests after these. */
  readonly hasMore: boolean;
}

/** Lists the scheduled change requests, and finds one. */
export interface ListingReader {
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
   * Returns a change request as it was put, as the caller's own. It must return `ChangeRequestNotFound` when the
   * project has none with that id, and when the project isn't registered.
   */
  find(
    key: ChangeRequestKey,
    options?: CallOptions,
  ): PortResult<ScheduledChangeRequest, ChangeRequestNotFound | StoreUnavailable>;
}
