import type { CallOptions, PreconditionFailed, StoreUnavailable } from '@forewarn/core';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
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

/** Whether a write may go on: its condition holds for what is stored, and its signal is still not aborted. */
export function permits<Stored>(
  { onlyIf, signal }: CallOptions & { readonly onlyIf?: ((stored: Stored) => boolean) | undefined },
  stored: Stored,
): Result<void, PreconditionFailed | StoreUnavailable> {
  if (onlyIf?.(stored) === false) return err({ type: 'PreconditionFailed' });
  if (signal?.aborted !== true) return ok();
  return err({ type: 'StoreUnavailable', cause: signal.reason });
}
