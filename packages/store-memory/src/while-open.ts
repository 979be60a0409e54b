import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import type { PreconditionFailed } from '@forewarn/record';
import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';

/** What closes. */
interface Closing {
  readonly isOpen: boolean;
}

/** Makes a method of an atomic step. */
type MethodOf = <Args extends readonly unknown[], T, E>(
  step: (...args: Args) => Result<T, E>,
) => (...args: Args) => ResultAsync<T, E | StoreUnavailable>;

/**
 * Makes a port, whose methods `make` names. A step runs unless the store is closed, or the options, which come last, have an
 * aborted signal.
 */
export function whileOpen<Port>(state: Closing, make: (step: MethodOf) => Port): Port {
  return make((step) => (...args) => {
    const unavailable = unavailability(state, args.at(-1) ?? {});
    return unavailable === undefined
      ? new ResultAsync(Promise.resolve(step(...args)))
      : errAsync(unavailable);
  });
}

/** Why the store can't run a call now; undefined when it can. */
export function unavailability(
  { isOpen }: Closing,
  { signal }: CallOptions = {},
): StoreUnavailable | undefined {
  if (!isOpen) return { type: 'StoreUnavailable', cause: new Error('the store is closed') };
  return signal?.aborted === true ? { type: 'StoreUnavailable', cause: signal.reason } : undefined;
}

/** Whether a write may go on: its condition holds for what is stored, and its signal is still not aborted. */
export function permits<Stored>(
  options:
    | (CallOptions & { readonly onlyIf?: ((stored: Stored) => boolean) | undefined })
    | undefined,
  stored: Stored,
): Result<void, PreconditionFailed | StoreUnavailable> {
  const { onlyIf, signal } = options ?? {};
  if (onlyIf?.(stored) === false) return err({ type: 'PreconditionFailed' });
  if (signal?.aborted !== true) return ok();
  return err({ type: 'StoreUnavailable', cause: signal.reason });
}
