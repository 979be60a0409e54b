import type { DoubtReason, Place, TargetKind } from '@forewarn/core';

/** A change that may touch more targets than it says. */
export interface Doubt extends Place {
  /** The kinds of target that it may touch. */
  readonly kinds: readonly TargetKind[];
  readonly why: DoubtReason;
}
