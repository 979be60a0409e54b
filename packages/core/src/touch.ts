import type { Target } from './target.ts';

/** Where a change request lists something. */
export interface ChangeLocation {
  /**
   * `features[0].changes[1]`, `features[0].defaultChange` or `segments[0]`; `features[0]` for the feature as a whole,
   * `environment` for the environment of a change request without changes, and `createdBy` for the author.
   */
  readonly path: string;
  /** The action of the change at that path; absent where no change is listed. */
  readonly action?: string;
  /** The feature it is listed under; absent for a change of a segment. */
  readonly feature?: string;
}

/** One change of a change request that touches one target. */
export interface Touch extends ChangeLocation {
  readonly target: Target;
}

/**
 * Why a change may touch more than it says.
 *
 * - `unknown-action`: its action is not a `ChangeAction`.
 * - `missing-id`: it does not identify a target that its action needs, by id or by name.
 * - `not-listed`: it omits a list, such as the changes of a feature or the strategies of a release plan.
 */
export type DoubtReason = 'unknown-action' | 'missing-id' | 'not-listed';
