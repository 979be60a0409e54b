import type { Result, ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import { Semaphore } from './semaphore.ts';

/** Runs work of one key one after the other, in order. */
export class Turns {
  readonly #turns = new Map<string, { readonly turn: Semaphore; users: number }>();

  /** Runs work in the turn of its key. It is `StoreUnavailable` if the signal is aborted before. */
  run<T, E>(
    key: string,
    signal: AbortSignal | undefined,
    work: () => PromiseLike<Result<T, E>>,
  ): ResultAsync<T, E | StoreUnavailable> {
    const entry = this.#turns.get(key) ?? { turn: new Semaphore(1), users: 0 };
    this.#turns.set(key, entry);
    entry.users += 1;
    const done = entry.turn.admit(signal, work);
    const leave = (): void => {
      entry.users -= 1;
      if (entry.users === 0) this.#turns.delete(key);
    };
    void done.then(leave, leave);
    return done;
  }
}
