import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type {
  ChangeRequestKey,
  ScheduledChangeRequest,
} from '../model/scheduled-change-request.ts';
import type { ScheduledChangeRequestReader } from '../ports/scheduled-change-request-reader.ts';

/** Returns a finder of stored change requests: undefined instead of `ChangeRequestNotFound`. */
export const findStored =
  (reader: Pick<ScheduledChangeRequestReader, 'find'>, signal: AbortSignal | undefined) =>
  (key: ChangeRequestKey): ResultAsync<ScheduledChangeRequest | undefined, StoreUnavailable> =>
    reader
      .find(key, { signal })
      .map((found): ScheduledChangeRequest | undefined => found)
      .orElse((error) =>
        error.type === 'ChangeRequestNotFound' ? okAsync(undefined) : errAsync(error),
      );
