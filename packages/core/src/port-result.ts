import { err, type Result, ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from './errors.ts';
import type { CallOptions } from './call-options.ts';

/**
 * The errors of your own that your ports return, by their types: `declare module '@forewarn/core'` adds them to this
 * interface. Use cases return them unchanged.
 */
export interface CustomErrors {}

/** An error, or one of an embedder. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- It is never only until an embedder adds one.
export type OrCustom<E> = E | CustomErrors[keyof CustomErrors];

/**
 * What a call of a port returns: the promise of a `Result`, as an `async` function returns it, or a `ResultAsync`. That is
 * one, too, but TypeScript would not accept one with fewer errors.
 */
export type PortResult<T, E> = PromiseLike<Result<T, OrCustom<E>>> | ResultAsync<T, OrCustom<E>>;

/** Returns what a call of a port returned as a `ResultAsync`. */
export const toResultAsync = <T, E>(called: PortResult<T, E>): ResultAsync<T, OrCustom<E>> =>
  called instanceof ResultAsync ? called : new ResultAsync(Promise.resolve(called));

/** Too many calls run or wait: the `cause` of a `StoreUnavailable`. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/**
 * Does the work of a port's call. Turns the errors that mean an unavailable database, and those of an aborted signal, into
 * values. Bugs go on being thrown.
 */
export function attempt<T, E>(
  isUnavailable: (error: unknown) => boolean,
  { signal }: CallOptions = {},
  work: () => Result<T, E> | PromiseLike<Result<T, E>>,
): ResultAsync<T, E | StoreUnavailable> {
  const isAborted = (): boolean => signal?.aborted === true;
  const settle = async (): Promise<Result<T, E | StoreUnavailable>> => {
    if (isAborted()) return err({ type: 'StoreUnavailable', cause: signal?.reason });
    try {
      return await work();
    } catch (cause) {
      const isOurs = cause instanceof StoreBusy || isUnavailable(cause);
      if (isAborted() && (isOurs || cause === signal?.reason)) {
        return err({ type: 'StoreUnavailable', cause: signal?.reason });
      }
      if (!isOurs) throw cause;
      return err({ type: 'StoreUnavailable', cause });
    }
  };
  return new ResultAsync(settle());
}
