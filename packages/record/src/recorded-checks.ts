import {
  attempt,
  type CallOptions,
  type ChangeRequestKey,
  isName,
  type ProjectNotFound,
  type ScheduledChangeRequest,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import { err, errAsync, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type { ChangeRequestNotFound, PreconditionFailed } from './errors.ts';
import type { ListingReader } from './listing-reader.ts';

/** Returns `ProjectNotFound` if a store looked in no project: it ignores one that isn't registered. */
export const unlessUnregistered = (
  projectId: string,
  looked: readonly unknown[],
): Result<void, ProjectNotFound> =>
  looked.length > 0 ? ok() : err({ type: 'ProjectNotFound', projectId });

/** Returns `ChangeRequestNotFound` for a key that no change request can have. */
export const unlessNoChangeRequest = ({
  projectId,
  id,
}: ChangeRequestKey): Result<void, ChangeRequestNotFound> =>
  isName(projectId) && Number.isSafeInteger(id)
    ? ok()
    : err({ type: 'ChangeRequestNotFound', projectId, id });

/** Returns a finder of stored change requests: undefined instead of `ChangeRequestNotFound`. */
export const findStored =
  (reader: Pick<ListingReader, 'find'>, options: CallOptions) =>
  (key: ChangeRequestKey): ResultAsync<ScheduledChangeRequest | undefined, StoreUnavailable> =>
    toResultAsync(reader.find(key, options))
      .map((found): ScheduledChangeRequest | undefined => found)
      .orElse((error) =>
        error.type === 'ChangeRequestNotFound' ? okAsync(undefined) : errAsync(error),
      );

/** Returns the error of a write without a precondition. */
export function withoutPrecondition<E extends { readonly type: string }>(
  error: E | PreconditionFailed,
): Exclude<E, PreconditionFailed> {
  if (error.type === 'PreconditionFailed') throw new Error('there is no precondition');
  return error as Exclude<E, PreconditionFailed>;
}

/** Returns the value of work, or `StoreUnavailable`, as a store would, if it threw the reason of the aborted signal. */
export const unlessAborted = <T>(
  options: CallOptions,
  work: () => Promise<T>,
): ResultAsync<T, StoreUnavailable> =>
  attempt(
    () => false,
    options,
    async () => ok(await work()),
  );
