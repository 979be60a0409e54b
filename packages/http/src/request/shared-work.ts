import type { StoreUnavailable } from '@forewarn/core';
import { nextTurn, untilAborted } from '@forewarn/platform';
import { err, type Result, ResultAsync } from 'neverthrow';

interface Run<T, E> {
  readonly result: ResultAsync<T, E>;
  readonly ending: AbortController;
  /** Lets no further caller join. */
  readonly close: () => void;
  callers: number;
  /** Resolves when the last caller so far has its result. */
  passedOn: Promise<void>;
}

/** Starts work that waits for its turn, and calls `begin` when it begins. The signal ends it once all callers have left. */
export type Work<T, E> = (signal: AbortSignal, begin: () => void) => ResultAsync<T, E>;

/**
 * Shares work among the callers that ask for the same while it waits for its turn. It begins after each of them asked, so none
 * gets a result that is older than its request.
 */
export class SharedWork<T, E> {
  readonly #waiting = new Map<string, Run<T, E>>();

  /** Joins the work under a key that has not begun, or starts it. */
  join(
    key: string,
    signal: AbortSignal | undefined,
    work: Work<T, E>,
  ): ResultAsync<T, E | StoreUnavailable> {
    const run = this.#waiting.get(key) ?? this.#start(key, work);
    run.callers += 1;
    return new ResultAsync(resultFor(run, signal));
  }

  #start(key: string, work: Work<T, E>): Run<T, E> {
    const ending = new AbortController();
    const close = (): void => {
      if (this.#waiting.get(key) === run) this.#waiting.delete(key);
    };
    // In the next microtask, so that it is known before it begins.
    const result = ResultAsync.fromSafePromise(Promise.resolve()).andThen(() =>
      work(ending.signal, close),
    );
    const run: Run<T, E> = { result, ending, close, callers: 0, passedOn: Promise.resolve() };
    this.#waiting.set(key, run);
    // A failure before it begins must not be shared with later callers.
    void result.then(close, close);
    return run;
  }
}

async function resultFor<T, E>(
  run: Run<T, E>,
  signal: AbortSignal | undefined,
): Promise<Result<T, E | StoreUnavailable>> {
  try {
    const result = await untilAborted(signal, run.result);
    // What is shared is large, and writing it to all callers at once holds the event loop.
    run.passedOn = run.passedOn.then(nextTurn);
    await run.passedOn;
    return result;
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    run.callers -= 1;
    if (run.callers === 0) {
      run.close();
      run.ending.abort(signal.reason);
    }
    return err({ type: 'StoreUnavailable', cause: signal.reason });
  }
}
