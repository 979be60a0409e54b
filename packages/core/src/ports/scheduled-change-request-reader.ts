import type { ResultAsync } from 'neverthrow';
import type { ChangeRequestNotFound, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
  ScheduledChangeRequestSummary,
} from '../model/scheduled-change-request.ts';
import type { Target } from '../model/target.ts';
import type { CallOptions } from './call-options.ts';

/** A search in one project for change requests that touch at least one of the targets. */
export interface ScheduledChangeRequestSearch {
  readonly projectId: string;
  /** Each value is a valid name (`isName`). */
  readonly anyOf: readonly Target[];
}

/** Reads the scheduled change requests. */
export interface ScheduledChangeRequestReader {
  /**
   * Returns the summaries of the project's scheduled change requests that match any of the targets.
   *
   * - It must return exactly those for which `matchesAny(targetsOf(changeRequest), anyOf)` is true, each once, in
   *   ascending order of id; an empty list when there are no targets.
   * - It must never return a change request of another project, nor one that was replaced or removed.
   * - It must return `ProjectNotFound` for a project that isn't registered, with and without targets.
   * - Texts must compare byte for byte: case, `%`, `_`, quotes and Unicode forms all matter.
   * - The result must be the caller's own: mutating it changes nothing in the store.
   * - It must return `StoreUnavailable`, never an empty list, when it can't know.
   */
  search(
    search: ScheduledChangeRequestSearch,
    options?: CallOptions,
  ): ResultAsync<readonly ScheduledChangeRequestSummary[], ProjectNotFound | StoreUnavailable>;

  /**
   * Returns a change request as it was put, as the caller's own. It must return `ChangeRequestNotFound` when the
   * project has none with that id, and when the project isn't registered.
   */
  find(
    key: ChangeRequestKey,
    options?: CallOptions,
  ): ResultAsync<ScheduledChangeRequest, ChangeRequestNotFound | StoreUnavailable>;
}
