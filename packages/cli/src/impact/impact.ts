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
 * `unchecked-names`: whether it exists is not known, and the caller wants to know. `no-rule`, `unnamed`, `other-project` and
 * `unread-project` are said of resources of a Terraform plan: no rule says what the change does, the plan does not show the
 * object's name, it is in another project than that asked about, or its project could not be asked about.
 */
export type UnknownReason =
  | TargetImpactSchema['reasons'][number]
  | 'not-supported'
  | 'unchecked-names'
  | 'no-rule'
  | 'unnamed'
  | 'other-project'
  | 'unread-project';

export interface TargetImpact extends Omit<
  TargetImpactSchema,
  'target' | 'changeRequests' | 'reasons'
> {
  /** Of a resource that can't be asked about, an empty object. */
  readonly target: ImpactTarget;
  /** The resource of a Terraform plan that names the target, and what the plan does to it. */
  readonly resource?: {
    readonly address: string;
    readonly type: string;
    readonly actions: readonly string[];
  };
  readonly changeRequests: readonly LinkedChangeRequest[];
  readonly reasons: readonly UnknownReason[];
}

/** The impact of the targets, in the order asked. */
export interface Impact {
  /**
   * The server's impact, or the search of a server without it, which returns only ids, environments and titles. `plan`: a
   * Terraform plan in which is nothing to ask about.
   */
  readonly source: 'impact' | 'search' | 'plan';
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
