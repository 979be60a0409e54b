import type { ChangeRequestKey } from '@forewarn/core';
import type { ListingPlace, SilentChange, TouchedTarget, WaitingFeature } from '@forewarn/record';

/** Maximum entries of all batches together. More changes are found by a sweep. */
export const MAX_BATCHED = 2_000;

/** Maximum marks that a store returns at once. */
export const MAX_MARKS = 4;

/** Change requests that are to be looked at again, because something that can change their alerts happened. */
export interface AlertBatch {
  readonly keys: readonly ChangeRequestKey[];
  /** All that touch these, in the order of places. */
  readonly touching: readonly TouchedTarget[];
  /** The last place that was looked at. */
  readonly after?: ListingPlace | undefined;
  /** Whether influences changed: for what touches these and has a dependency, what touches the dependency is looked at, too. */
  readonly hasNewInfluences?: true | undefined;
}

/** A comparison of everything with what was told. */
export type AlertSweep =
  | SweepOf<'forecast' | 'schedule', ChangeRequestKey>
  | SweepOf<'new' | 'troubled', ListingPlace>;

interface SweepOf<Stage, Place> {
  /** First the active alerts, then what is new, and what is suspended or failed. */
  readonly stage: Stage;
  /** The last one that was looked at. */
  readonly after?: Place | undefined;
  /** The first sweep of a store tells of no schedule that is suspended or failed already. */
  readonly isFirst?: true | undefined;
}

/** How far the alerts of a store are, so that any node goes on there. JSON. */
export interface AlertProgress {
  /** The id of the last event that is dealt with. */
  readonly event: number;
  /** The time until which the passing of time is dealt with, in milliseconds since 1970. */
  readonly time: number;
  /** When the last sweep began, in milliseconds since 1970. */
  readonly sweptAt: number;
  /** The version of the rule at that time. */
  readonly rule: number;
  readonly batches: readonly AlertBatch[];
  readonly sweep?: AlertSweep | undefined;
  /** Features that wait until they can be cleaned up. */
  readonly waiting?: readonly WaitingFeature[] | undefined;
  /** The time until which it is dealt with that features grow quiet, in milliseconds since 1970. */
  readonly quiet?: number | undefined;
}

/** Changes that a store keeps until a commit removes them. */
export interface AlertMark {
  /** Unique. */
  readonly no: number;
  readonly changes: readonly SilentChange[];
}
