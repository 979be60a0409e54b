import type { DoubtReason, ChangeLocation, TargetKind } from '@forewarn/core';

/** A change that may touch more targets than it says. */
export interface Doubt extends ChangeLocation {
  /** The kinds of target that it may touch. */
  readonly kinds: readonly TargetKind[];
  readonly why: DoubtReason;
}
