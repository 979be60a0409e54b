import { untilAborted } from './until-aborted.ts';

/** Those who wait for the next time that something happens. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Wakes all. */
  wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Resolves at the next `wake`, or once the signal is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    await untilAborted(signal, promise).catch(() => {});
    this.#waiting.delete(resolve);
  }
}
