import type { CallOptions, PreconditionFailed, StoreUnavailable } from '@forewarn/core';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { State } from './reference-state.ts';

/** Whether an argument of a call is options with a signal. */
export const isOptions = (argument: unknown): argument is CallOptions =>
  typeof argument === 'object' && argument !== null && 'signal' in argument;

/** The calls of a port, each as one atomic step. */
type Steps<Port> = {
  readonly [Call in keyof Port]: Port[Call] extends (
    ...args: infer Arguments
  ) => ResultAsync<infer Value, infer Failure>
    ? (...args: Arguments) => Result<Value, Failure>
    : never;
};

type Step = (...args: readonly unknown[]) => Result<unknown, unknown>;

/** Makes the calls of a port, which do nothing if the store is closed or the signal is aborted. */
export function whileOpen<Port>(state: State, steps: Steps<Port>): Port {
  const callOf =
    (step: Step) =>
    (...args: readonly unknown[]) => {
      const run = (): Result<unknown, unknown> => {
        if (state.isClosed) return err({ type: 'StoreUnavailable', cause: 'closed' });
        return permits(args.findLast(isOptions)).andThen(() => step(...args));
      };
      return new ResultAsync(Promise.resolve(run()));
    };
  const calls = Object.entries<Step>(steps).map(([name, step]) => [name, callOf(step)]);
  return Object.fromEntries(calls) as Port;
}

/** Whether a write may go on: its condition holds for what is stored, and its signal is still not aborted. */
export function permits<Stored = undefined>(
  options: CallOptions & { readonly onlyIf?: ((stored: Stored) => boolean) | undefined } = {},
  ...stored: readonly Stored[]
): Result<void, PreconditionFailed | StoreUnavailable> {
  const { onlyIf, signal } = options;
  if (stored.some((each) => onlyIf?.(each) === false)) return err({ type: 'PreconditionFailed' });
  if (signal?.aborted !== true) return ok();
  return err({ type: 'StoreUnavailable', cause: signal.reason });
}
