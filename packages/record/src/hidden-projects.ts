import {
  type CallOptions,
  type PortResult,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import { okAsync, type ResultAsync } from 'neverthrow';

/** Knows whether the owner of the projects may have some that the store has no copy of. */
export interface HiddenProjects {
  /** Returns whether there may be such projects. It must return true when it can't know. */
  hidesProjects(options?: CallOptions): PortResult<boolean, StoreUnavailable>;
}

/** Who knows whether the store lacks projects. */
export interface Hiding {
  /** Absent if the store has copies of no owner. */
  readonly origins?: HiddenProjects | undefined;
}

/** Returns whether there may be projects that are not copied. */
export const hidesProjects = (
  { origins }: Hiding,
  options: CallOptions,
): ResultAsync<boolean, StoreUnavailable> =>
  toResultAsync<boolean, StoreUnavailable>(origins?.hidesProjects(options) ?? okAsync(false));
