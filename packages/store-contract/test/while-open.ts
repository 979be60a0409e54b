import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import { err, type Result, ResultAsync } from 'neverthrow';
import type { State } from './reference-state.ts';

/** Runs one atomic step, unless the store is closed or the call is aborted. */
export const whileOpen = <T, E>(
  state: State,
  { signal }: CallOptions = {},
  act: () => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> => {
  const run = (): Result<T, E | StoreUnavailable> => {
    if (state.isClosed) return err({ type: 'StoreUnavailable', cause: 'closed' });
    if (signal?.aborted === true) return err({ type: 'StoreUnavailable', cause: signal.reason });
    return act();
  };
  return new ResultAsync(Promise.resolve(run()));
};
