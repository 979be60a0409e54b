import type { ChangeRequestKey, ScheduledChangeRequest, Target } from '@forewarn/core';
import type { ListingPlace } from '@forewarn/record';

/** Which change requests are wanted of each of some targets. */
export interface InfluencesAsked {
  readonly targets: readonly Target[];
  /** Those that touch it, that have an effect on it, or on which it has a dependency until then. */
  readonly how: 'touch' | 'effect' | 'dependency';
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Maximum per target. */
  readonly limit: number;
}

export interface StoredSchedule {
  /** Returns those that exist, each once, or nothing if they take more bytes as JSON text in UTF-8. */
  read(
    keys: readonly ChangeRequestKey[],
    maxBytes: number,
  ): Promise<readonly ScheduledChangeRequest[] | undefined>;

  /** Returns the leading ones within a maximum of bytes as JSON text in UTF-8, but at least one. */
  readFirst(
    keys: readonly ChangeRequestKey[],
    maxBytes: number,
  ): Promise<readonly ScheduledChangeRequest[]>;

  /** Returns the soonest that are pending of each target, in the order of targets and then of places. */
  soonest(asked: InfluencesAsked): Promise<readonly (readonly ListingPlace[])[]>;
}
