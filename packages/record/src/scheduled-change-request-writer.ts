import type {
  CallOptions,
  ChangeRequestKey,
  PortResult,
  ProjectNotFound,
  ScheduledChangeRequest,
  StoreUnavailable,
} from '@forewarn/core';
import type { ChangeRequestNotFound, PreconditionFailed } from './errors.ts';

export type PutOutcome = 'created' | 'replaced' | 'unchanged';

/**
 * Tells whether a change request may be written, given the stored one, or undefined when there is none. It must be
 * pure: a store may call it more than once. Its argument is its own: mutating it changes nothing in the store. An error
 * that it throws is a bug and is thrown on.
 */
export type Precondition = (stored: ScheduledChangeRequest | undefined) => boolean;

export interface WriteOptions extends CallOptions {
  /** Without it, the write is unconditional. */
  readonly onlyIf?: Precondition | undefined;
}

/** Writes the scheduled change requests that searches run over. */
export interface ScheduledChangeRequestWriter {
  /**
   * Stores a scheduled change request, or replaces the one with its project and id as a whole.
   *
   * - Once it has returned, searches must match the new one's targets and none that only the old one touched.
   * - It must record one `change-request-scheduled` event in the same atomic step, with the new one as `data`, the
   *   replaced one as `preData`, and its project and environment.
   * - When the stored one has the same JSON text, it must change nothing, record no event, and return `unchanged`.
   * - It must return `ProjectNotFound`, and store nothing, for a project that isn't registered, whatever `onlyIf` says.
   * - In the same atomic step it must make a project live that has no coverage and that no import ever named. It must keep
   *   the coverage of any other project.
   * - Concurrent puts of one id must take effect one after the other, each as a whole.
   * - The argument stays the caller's: mutating it later changes nothing in the store.
   * - It must return `PreconditionFailed`, and change nothing, when `onlyIf` rejects what is stored at the moment of
   *   the write. Of concurrent puts that each require the same stored one, at most one can succeed.
   *
   * @param by the name of the principal
   */
  put(
    changeRequest: ScheduledChangeRequest,
    by: string,
    options?: WriteOptions,
  ): PortResult<PutOutcome, ProjectNotFound | PreconditionFailed | StoreUnavailable>;

  /**
   * Does what `put` does for several change requests, in their order and in one atomic step: all of them or none.
   * Returns the outcome of each. `ProjectNotFound` names the first project that isn't registered. It must return
   * `PreconditionFailed`, and change nothing, when `onlyIf` rejects what is stored for any of them.
   *
   * @param changeRequests no two with the same project and id
   * @param by the name of the principal
   */
  putAll(
    changeRequests: readonly ScheduledChangeRequest[],
    by: string,
    options?: WriteOptions,
  ): PortResult<readonly PutOutcome[], ProjectNotFound | PreconditionFailed | StoreUnavailable>;

  /**
   * Removes a scheduled change request. Once it has returned, no search matches it.
   *
   * - It must record one `change-request-schedule-withdrawn` event in the same atomic step, with the whole change
   *   request as `preData`, and its project and environment.
   * - It must return `ChangeRequestNotFound`, and record no event, when the project has none with that id, and when
   *   the project isn't registered.
   * - Of concurrent removals of one change request, exactly one must succeed and exactly one event exist.
   * - It must return `PreconditionFailed`, and change nothing, when `onlyIf` rejects what is stored at the moment of
   *   the removal. When nothing is stored, the result is `ChangeRequestNotFound`, and `onlyIf` doesn't matter.
   *
   * @param by the name of the principal
   */
  remove(
    key: ChangeRequestKey,
    by: string,
    options?: WriteOptions,
  ): PortResult<void, ChangeRequestNotFound | PreconditionFailed | StoreUnavailable>;
}
