import type { CallOptions, PreconditionFailed, StoreUnavailable } from '@forewarn/core';
import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';

/** Runs one atomic step, unless the store is closed or the call is aborted. */
export function whileOpen<T, E>(
  state: MemoryState,
  options: CallOptions | undefined,
  step: () => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> {
  const unavailable = unavailability(state, options);
  return unavailable === undefined
    ? new ResultAsync(Promise.resolve(step()))
    : errAsync(unavailable);
}

/** Why the store can't run a call now; undefined when it can. */
export function unavailability(
  { isOpen }: MemoryState,
  { signal }: CallOptions = {},
): StoreUnavailable | undefined {
  if (!isOpen) return { type: 'StoreUnavailable', cause: new Error('the store is closed') };
  return signal?.aborted === true ? { type: 'StoreUnavailable', cause: signal.reason } : undefined;
}

/** Whether a write may go on: its condition holds for what is stored, and its signal is still not aborted. */
export function permits<Stored>(
  { onlyIf, signal }: CallOptions & { readonly onlyIf?: ((stored: Stored) => boolean) | undefined },
  stored: Stored,
): Result<void, PreconditionFailed | StoreUnavailable> {
  if (onlyIf?.(stored) === false) return err({ type: 'PreconditionFailed' });
  if (signal?.aborted !== true) return ok();
  return err({ type: 'StoreUnavailable', cause: signal.reason });
}
