import type {
  PortResult,
  ReadOptions,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';
import type { ProjectCoverage } from '@forewarn/record';
import type { AskedTarget } from './impact-question.ts';

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

export interface ImpactFindings {
  /** The projects that were looked in, in ascending byte order of id. */
  readonly projects: readonly ProjectCoverage[];
  /** Whether other projects are registered. */
  readonly hasOtherProjects: boolean;
  /** In the order of `asked`. */
  readonly targets: readonly TargetFindings[];
}

/** Finds what touches or may touch targets. */
export interface ImpactReader {
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
   * - What it lists must have the title, the author, the changes, and the time and the status of the schedule that were put.
   * - The result must be the caller's own: mutating it changes nothing in the store. Two targets can share a change
   *   request.
   * - It must return `StoreUnavailable`, never zero, when it can't know.
   */
  impact(search: ImpactSearch, options?: ReadOptions): PortResult<ImpactFindings, StoreUnavailable>;
}
