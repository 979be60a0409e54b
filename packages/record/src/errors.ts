import type { ChangeRequestKey, Coverage, Failure } from '@forewarn/core';

export type ProjectExists = Failure<'ProjectExists', { readonly projectId: string }>;

export type ChangeRequestNotFound = Failure<'ChangeRequestNotFound', ChangeRequestKey>;

export type StrategyExists = Failure<'StrategyExists', { readonly name: string }>;

/** The data of a project is older than allowed, or was never complete. */
export interface DataTooOld {
  readonly type: 'DataTooOld';
  readonly projectId: string;
  readonly coverage: Exclude<Coverage, { readonly kind: 'live' }>;
  /** The oldest age allowed, in milliseconds. */
  readonly maxDataAgeMs: number;
}

/** A sync has stored newer data of a project; nothing was changed. */
export type DataOutdated = Failure<'DataOutdated', { readonly projectId: string }>;

/** The caller's precondition rejects what is stored; nothing was changed. */
export type PreconditionFailed = Failure<'PreconditionFailed'>;
