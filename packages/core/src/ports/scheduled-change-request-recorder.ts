import type { ResultAsync } from 'neverthrow';
import type {
  ChangeRequestNotFound,
  PreconditionFailed,
  ProjectNotFound,
  StoreUnavailable,
} from '../errors.ts';
import type { ScheduledChangeRequest } from '../model/scheduled-change-request.ts';

/** What recording did. */
export type Recorded = 'created' | 'replaced' | 'unchanged';

/** Identifies a change request. Two projects can have one of the same id. */
export interface ChangeRequestKey {
  readonly projectId: string;
  readonly id: number;
}

/**
 * Says of what is recorded, undefined when nothing is, whether it may be changed. It has to be pure: a store may ask
 * more than once. What it gets is its own: mutating it changes nothing.
 */
export type Precondition = (there: ScheduledChangeRequest | undefined) => boolean;

/** Keeps the scheduled change requests that searches answer from. */
export interface ScheduledChangeRequestRecorder {
  /**
   * Records a scheduled change request, or replaces the one of its project and id, whole.
   *
   * - From its answer on, searches must match what the new one touches and nothing else of the old one.
   * - It must record one `change-request-scheduled` event in the same atomic step, with the new one as `data`, the
   *   replaced one as `preData`, and its project and environment.
   * - Recording what is recorded already, the same JSON text, must change nothing, record no event, and answer
   *   `unchanged`.
   * - It must answer `ProjectNotFound`, and record nothing, for a project that isn't registered.
   * - Of any number of concurrent recordings of one id, each must take effect whole, one after the other.
   * - What the caller passed stays the caller's: mutating it later changes nothing in the store.
   * - It must answer `PreconditionFailed`, and change nothing, when `onlyIf` says no of what is there at the moment of
   *   recording: of any number of concurrent recordings that ask for the same thing to be there, one can succeed.
   *
   * @param by the name of the principal
   */
  record(
    changeRequest: ScheduledChangeRequest,
    by: string,
    onlyIf?: Precondition,
  ): ResultAsync<Recorded, ProjectNotFound | PreconditionFailed | StoreUnavailable>;

  /**
   * Records several, as `record` does each, in one atomic step and in their order: all of them or none. It answers what
   * it did with each.
   *
   * @param changeRequests no two of one project and id
   * @param by the name of the principal
   */
  recordAll(
    changeRequests: readonly ScheduledChangeRequest[],
    by: string,
  ): ResultAsync<readonly Recorded[], ProjectNotFound | StoreUnavailable>;

  /**
   * Answers a change request as it was recorded, as the caller's own. It must answer `ChangeRequestNotFound` when the
   * project has none of that id, and when the project isn't registered.
   */
  find(
    key: ChangeRequestKey,
  ): ResultAsync<ScheduledChangeRequest, ChangeRequestNotFound | StoreUnavailable>;

  /**
   * Withdraws a scheduled change request: from its answer on no search matches it.
   *
   * - It must record one `change-request-schedule-withdrawn` event in the same atomic step, with the whole change
   *   request as `preData`, and its project and environment.
   * - It must answer `ChangeRequestNotFound`, and record no event, when the project has none of that id, and when
   *   the project isn't registered.
   * - Of any number of concurrent withdrawals of one, exactly one must succeed and exactly one event exist.
   * - It must answer `PreconditionFailed`, and change nothing, when `onlyIf` says no of what is there at the moment of
   *   the withdrawal. What isn't there is `ChangeRequestNotFound`, whatever `onlyIf` would say.
   *
   * @param by the name of the principal
   */
  withdraw(
    key: ChangeRequestKey,
    by: string,
    onlyIf?: Precondition,
  ): ResultAsync<void, ChangeRequestNotFound | PreconditionFailed | StoreUnavailable>;
}
