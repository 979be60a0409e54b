import type {
  Failure,
  ImpactedChangeRequestSchema,
  ImpactTarget,
  ImpactSchema,
  TargetImpactSchema,
} from '@forewarn/client';

/** A change request in an impact, with its page in Unleash if that is known. */
export interface LinkedChangeRequest extends ImpactedChangeRequestSchema {
  readonly url?: string;
}

/**
 * Why the outcome for a target is unknown. `not-supported`: the server can't be asked about this kind of target.
 * `unchecked-names`: whether it exists is not known, and the caller wants to know.
 */
export type UnknownReason =
  | TargetImpactSchema['reasons'][number]
  | 'not-supported'
  | 'unchecked-names';

/** The impact of one target. */
export interface TargetImpact extends Omit<
  TargetImpactSchema,
  'target' | 'changeRequests' | 'reasons'
> {
  readonly target: ImpactTarget;
  readonly changeRequests: readonly LinkedChangeRequest[];
  readonly reasons: readonly UnknownReason[];
}

/** The impact of the targets, in the order asked. */
export interface Impact {
  /** The server's impact, or the search of a server without it, which returns only ids, environments and titles. */
  readonly source: 'impact' | 'search';
  /** How current the data is; absent for a search. */
  readonly coverage?: ImpactSchema['coverage'];
  /** The time of the oldest data, ISO 8601; absent if it is live. */
  readonly asOf?: string;
  readonly impacts: readonly TargetImpact[];
}

/** Nothing is known: an error, or no response. */
export interface Unanswered {
  readonly outcome: 'unknown';
  readonly failure: Failure;
}

/** The targets, in one project or, without one, in all. */
export interface Question {
  readonly project?: string | undefined;
  readonly targets: readonly ImpactTarget[];
}
