import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { CallOptions } from '../ports/call-options.ts';

/** Returns the value of work, or `StoreUnavailable`, as a store would, if it threw the reason of the aborted signal. */
export function unlessAborted<T>(
  { signal }: CallOptions,
  work: () => Promise<T>,
): ResultAsync<T, StoreUnavailable> {
  const run = async (): Promise<Result<T, StoreUnavailable>> => {
    try {
      return ok(await work());
    } catch (cause) {
      if (signal?.aborted !== true || cause !== signal.reason) throw cause;
      return err({ type: 'StoreUnavailable', cause });
    }
  };
  return new ResultAsync(run());
}
