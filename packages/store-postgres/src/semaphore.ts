/** Limits how many callers hold a permit at the same time. The others wait in their order, or until they are aborted. */
export class Semaphore {
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** @param permits how many callers can hold one at the same time */
  constructor(permits: number) {
    this.#free = permits;
  }

  /** How many callers wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Runs work with a permit. Throws the signal's reason when it is aborted before there is one. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#acquire(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(admit);
        reject(signal.reason);
      };
      this.#waiting.add(admit);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
