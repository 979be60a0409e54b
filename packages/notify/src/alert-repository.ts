import type { CallOptions, ChangeRequestKey, PortResult, StoreUnavailable } from '@forewarn/core';
import type { PreconditionFailed } from '@forewarn/record';
import type { AlertEvent } from './alert-events.ts';
import type { AlertMark, AlertProgress } from './alert-progress.ts';
import type { Alert, AlertKey } from './alert.ts';

/** How far the alerts are. */
export interface AlertState {
  /** How many commits there were. */
  readonly generation: number;
  /** As the last commit that had one left it; absent before. */
  readonly progress?: AlertProgress;
  /** The oldest marks: at most `MAX_MARKS`. */
  readonly marks: readonly AlertMark[];
}

export interface AlertQuery {
  readonly kind: AlertKey['kind'];
  /** Only those after this one. */
  readonly after?: ChangeRequestKey | undefined;
  /** Maximum alerts, 1 or more. */
  readonly limit: number;
}

/** Whether the first comparison of a store goes on, or is over. */
export type FirstLook = 'goes-on' | 'ends';

export interface AlertCommit {
  /** The generation of the state that it changes. */
  readonly generation: number;
  /** Alerts to add, or to replace by their key, each key once. */
  readonly raised: readonly Alert[];
  /** The keys of alerts to remove, none of them in `raised`. */
  readonly ended: readonly AlertKey[];
  /** The events to record, in their order. */
  readonly events: readonly AlertEvent[];
  /** Where the first comparison of the store is after this commit, if it is not over before. */
  readonly firstLook?: FirstLook | undefined;
  /** Replaces the stored progress. */
  readonly progress?: AlertProgress;
  /** The numbers of marks to remove. */
  readonly marks?: readonly number[];
}

/**
 * What was told already. Deleting a project keeps its alerts, so that their end can be told. They are not exported.
 *
 * What changes without an event must leave a mark in the same atomic step: an import one of each change request that it adds,
 * replaces or removes, and of each target on which one of these had or has an influence; a definition that is added, and a name that
 * begins or ends to be missing, of its target; or of everything, if these are more than 500.
 */
export interface AlertRepository {
  /** Returns the generation, the progress and the oldest marks. */
  read(options?: CallOptions): PortResult<AlertState, StoreUnavailable>;

  /** Returns the keys of alerts of a kind, in ascending byte order of project, then by id. */
  list(
    query: AlertQuery,
    options?: CallOptions,
  ): PortResult<readonly ChangeRequestKey[], StoreUnavailable>;

  /** Returns those of the alerts that are stored, in any order, as the caller's own. */
  find(
    keys: readonly AlertKey[],
    options?: CallOptions,
  ): PortResult<readonly Alert[], StoreUnavailable>;

  /**
   * Changes alerts, records the events, changes the outbox of each webhook by `deliveriesFor`, replaces the progress and removes
   * marks, in one atomic step.
   *
   * - It must return `PreconditionFailed`, and change nothing, unless the stored generation is the one of the commit. Of
   *   concurrent commits of one generation, exactly one must succeed.
   * - It must add one to the generation.
   * - It must record the events in their order, with the name of the principal.
   * - Each webhook that is stored at that moment must get its deliveries, and no other. Of the first comparison, it gets those
   *   of `toldInFirstLook`, and at its end, before these, its `introductionFor` what held. Beside that, no more than
   *   `MAX_PENDING_DELIVERIES` of one webhook must be pending. A summary that was claimed must stay as it is.
   * - It must keep marks that are not named, also those left meanwhile.
   *
   * @param by the name of the principal
   */
  commit(
    commit: AlertCommit,
    by: string,
    options?: CallOptions,
  ): PortResult<void, PreconditionFailed | StoreUnavailable>;
}
