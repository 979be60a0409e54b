import type { ResultAsync } from 'neverthrow';
import type { ProjectNotFound, StoreUnavailable } from '../errors.ts';
import type { ScheduledChangeRequestSummary } from '../model/scheduled-change-request.ts';
import type { Target } from '../model/target.ts';

/** A search in one project: the project must hold, and any one of the targets. */
export interface ScheduledChangeRequestSearch {
  readonly projectId: string;
  /** Each value is a name as `isName` has it. Repetitions mean nothing. */
  readonly anyOf: readonly Target[];
}

/** What is scheduled: for those who only ask. */
export interface ScheduledChangeRequestRepository {
  /**
   * Answers the summaries of the project's scheduled change requests that match any of the targets.
   *
   * - It must answer exactly those for which the rule `matchesAny(targetsOf(changeRequest), anyOf)` holds, each once,
   *   in ascending order of id; no targets, an empty list.
   * - It must never answer a change request of another project, nor one that was replaced or withdrawn.
   * - It must answer `ProjectNotFound` for a project that isn't registered, with and without targets.
   * - Texts must compare byte for byte: case, `%`, `_`, quotes and Unicode forms all matter.
   * - What it answers must be the caller's own: mutating it changes nothing in the store.
   * - It must answer `StoreUnavailable`, never an empty list, when it can't know.
   */
  search(
    search: ScheduledChangeRequestSearch,
  ): ResultAsync<readonly ScheduledChangeRequestSummary[], ProjectNotFound | StoreUnavailable>;
}
