import type { PreconditionFailed, StoreUnavailable } from '../errors.ts';
import type { Alert, AlertKey, Prediction } from '../model/alert.ts';
import type { AlertEvent } from '../model/webhook.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';

/** An alert without its prediction. */
export type AlertVersion = Omit<Alert, 'prediction'>;

/** All alerts of one moment. */
export interface AlertState {
  /** How many commits there were. */
  readonly generation: number;
  /** In any order. */
  readonly alerts: readonly AlertVersion[];
}

/** What changes alerts. */
export interface AlertCommit {
  /** The generation of the state that it changes. */
  readonly generation: number;
  /** Alerts to add, or to replace by their key, each key once. */
  readonly raised: readonly Alert[];
  /** The keys of alerts to remove, none of them in `raised`. */
  readonly ended: readonly AlertKey[];
  /** The events to record, in their order. */
  readonly events: readonly AlertEvent[];
}

/** What was told already. Deleting a project keeps its alerts, so that their end can be told. They are not exported. */
export interface AlertRepository {
  /** Returns all alerts, and how many commits there were. */
  read(options?: CallOptions): PortResult<AlertState, StoreUnavailable>;

  /** Returns the predictions of those alerts that are stored and have one, in any order, as the caller's own. */
  find(
    keys: readonly AlertKey[],
    options?: CallOptions,
  ): PortResult<readonly Prediction[], StoreUnavailable>;

  /**
   * Changes alerts, records the events and changes the outbox of each webhook by `deliveriesFor`, in one atomic step.
   *
   * - It must return `PreconditionFailed`, and change nothing, unless the stored generation is the one of the commit. Of
   *   concurrent commits of one generation, exactly one must succeed.
   * - It must add one to the generation.
   * - It must record the events in their order, with the name of the principal.
   * - Each webhook that is stored at that moment must get its deliveries, and no other. No more than
   *   `MAX_PENDING_DELIVERIES` of one webhook must be pending. A summary that was claimed must stay as it is.
   *
   * @param by the name of the principal
   */
  commit(
    commit: AlertCommit,
    by: string,
    options?: CallOptions,
  ): PortResult<void, PreconditionFailed | StoreUnavailable>;
}
