import { err, type Result, ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';

/** Too many calls run or wait: the `cause` of a `StoreUnavailable`. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/**
 * Limits how much work runs at the same time. The rest waits until it is aborted: in its order for one caller, while callers
 * take turns.
 */
export class Semaphore {
  /** What each caller waits with. The first caller is the next one. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #maxWaiting: number;
  #free: number;

  /**
   * @param permits how much work can run at the same time
   * @param maxWaiting how much work of one caller can wait; more is refused at once
   */
  constructor(permits: number, maxWaiting = Infinity) {
    this.#free = permits;
    this.#maxWaiting = maxWaiting;
  }

  /** How much work waits. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Runs work with a permit. Throws the signal's reason when it is aborted before there is one. */
  async run<T>(signal: AbortSignal | undefined, work: () => Promise<T>, caller = ''): Promise<T> {
    await this.#acquire(signal, caller);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /** The same for work with a result, which is `StoreUnavailable` if the work never begins. */
  admit<T, E>(
    signal: AbortSignal | undefined,
    work: () => PromiseLike<Result<T, E>>,
    caller = '',
  ): ResultAsync<T, E | StoreUnavailable> {
    const run = async (): Promise<Result<T, E | StoreUnavailable>> => {
      try {
        await this.#acquire(signal, caller);
      } catch (cause) {
        return err({ type: 'StoreUnavailable', cause });
      }
      try {
        return await work();
      } finally {
        this.#release();
      }
    };
    return new ResultAsync(run());
  }

  async #acquire(
    signal: (AbortSignal & Partial<Listening>) | undefined,
    caller: string,
  ): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const own = this.#waiting.get(caller) ?? new Set();
    if (own.size >= this.#maxWaiting) {
      throw new StoreBusy(`the maximum of ${this.#maxWaiting} calls that wait is reached`);
    }
    this.#waiting.set(caller, own);
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        signal?.removeEventListener?.('abort', leave);
        resolve();
      };
      const leave = (): void => {
        own.delete(admit);
        if (own.size === 0) this.#waiting.delete(caller);
        reject(signal?.reason);
      };
      own.add(admit);
      signal?.addEventListener?.('abort', leave, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    const [caller, own] = next;
    const [admit] = own;
    this.#waiting.delete(caller);
    if (admit === undefined) throw new Error('a caller without work waits');
    own.delete(admit);
    if (own.size > 0) this.#waiting.set(caller, own);
    admit();
  }
}

/** What every platform's `AbortSignal` has, which would not merge with its types if it were declared there. */
export interface Listening {
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
