import type { ProjectNotFound, StoreUnavailable } from './errors.ts';
import type { Coverage } from './coverage.ts';
import type { ScheduledChangeRequestSummary } from './scheduled-change-request.ts';
import type { SearchedTarget } from './target.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';

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

/** Searches the scheduled change requests. */
export interface SearchReader {
  /**
   * Returns the summaries of the project's scheduled change requests that match any of the targets, and the coverage
   * of the project.
   *
   * - It must return exactly those change requests for which `matchesAny(targetsOf(changeRequest), anyOf)` is true, each once, in
   *   ascending order of id; an empty list when there are no targets.
   * - It must never return a change request of another project, nor one that was replaced or removed.
   * - It must return `ProjectNotFound` for a project that isn't registered, with and without targets.
   * - Texts must compare byte for byte: case, `%`, `_`, quotes and Unicode forms all matter.
   * - It must cut long titles as `summaryOf` does, and not read all of them: others wait meanwhile.
   * - The result must be the caller's own: mutating it changes nothing in the store.
   * - It must return `StoreUnavailable`, never an empty list, when it can't know.
   */
  search(
    search: ScheduledChangeRequestSearch,
    options?: ReadOptions,
  ): PortResult<ScheduledChangeRequestMatches, ProjectNotFound | StoreUnavailable>;
}
