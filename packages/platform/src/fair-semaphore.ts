import { StoreBusy, type StoreUnavailable } from '@forewarn/core';
import { err, type Result, ResultAsync } from 'neverthrow';
import { untilAborted } from './until-aborted.ts';

/** How much work of one kind can run, and wait. */
interface Limit {
  /** Maximum work at the same time. */
  readonly permits: number;
  /** Maximum work of one caller that waits; more is refused at once. */
  readonly maxWaiting: number;
}

/** The work of one caller that waits: all large, or none. */
interface Lane {
  readonly isLarge: boolean;
  readonly admit: Set<() => void>;
}

/**
 * Limits how much work runs at the same time. The rest waits until it is aborted: in its order for one caller, while callers
 * take turns. Of large work, less can run; it never holds up other work that has a permit left.
 */
export class FairSemaphore {
  /** The first one that can run is the next one. */
  readonly #lanes = new Map<string, Lane>();
  readonly #maxWaiting: number;
  readonly #large: Limit;
  #free: number;
  #freeLarge: number;

  /** @param large how much of the work can be large; by default all */
  constructor(permits: number, maxWaiting = Infinity, large: Limit = { permits, maxWaiting }) {
    this.#maxWaiting = maxWaiting;
    this.#large = large;
    this.#free = permits;
    this.#freeLarge = large.permits;
  }

  /** How much work waits. */
  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, { admit }) => sum + admit.size, 0);
  }

  /** Runs work with a permit. Throws the signal's reason when it is aborted before there is one. */
  async run<T>(
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
    caller = '',
    isLarge = false,
  ): Promise<T> {
    signal?.throwIfAborted();
    if (!this.#take(isLarge)) await this.#wait(signal, caller, isLarge);
    try {
      return await work();
    } finally {
      this.#release(isLarge);
    }
  }

  /** The same for work with a result, which is `StoreUnavailable` if the work never begins. */
  admit<T, E>(
    signal: AbortSignal | undefined,
    work: () => PromiseLike<Result<T, E>>,
    caller = '',
    isLarge = false,
  ): ResultAsync<T, E | StoreUnavailable> {
    const run = async (): Promise<Result<T, E | StoreUnavailable>> => {
      try {
        signal?.throwIfAborted();
        if (!this.#take(isLarge)) await this.#wait(signal, caller, isLarge);
      } catch (cause) {
        return err({ type: 'StoreUnavailable', cause });
      }
      try {
        return await work();
      } finally {
        this.#release(isLarge);
      }
    };
    return new ResultAsync(run());
  }

  /** Waits for a permit. */
  async #wait(signal: AbortSignal | undefined, caller: string, isLarge: boolean): Promise<void> {
    const key = `${isLarge ? 'large' : 'small'} ${caller}`;
    const { admit } = this.#lanes.get(key) ?? { admit: new Set() };
    const maxWaiting = isLarge ? this.#large.maxWaiting : this.#maxWaiting;
    if (admit.size >= maxWaiting) {
      throw new StoreBusy(`the maximum of ${maxWaiting} calls that wait is reached`);
    }
    this.#lanes.set(key, { isLarge, admit });
    const { promise, resolve } = Promise.withResolvers<void>();
    admit.add(resolve);
    try {
      await untilAborted(signal, promise);
    } catch (reason) {
      // It can be admitted and aborted at the same moment.
      if (!admit.delete(resolve)) this.#release(isLarge);
      else if (admit.size === 0) this.#lanes.delete(key);
      throw reason;
    }
  }

  /** Takes a permit, if there is one. */
  #take(isLarge: boolean): boolean {
    if (this.#free === 0 || (isLarge && this.#freeLarge === 0)) return false;
    this.#free -= 1;
    if (isLarge) this.#freeLarge -= 1;
    return true;
  }

  #release(isLarge: boolean): void {
    this.#free += 1;
    if (isLarge) this.#freeLarge += 1;
    for (const [key, lane] of this.#lanes) {
      if (!this.#take(lane.isLarge)) continue;
      const [first] = lane.admit;
      if (first === undefined) throw new Error('a caller without work waits');
      lane.admit.delete(first);
      this.#lanes.delete(key);
      if (lane.admit.size > 0) this.#lanes.set(key, lane);
      first();
      return;
    }
  }
}
