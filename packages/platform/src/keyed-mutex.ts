import { FairSemaphore } from './fair-semaphore.ts';

/** Runs work of one key one after the other, in order. */
export class KeyedMutex {
  readonly #locks = new Map<unknown, { readonly lock: FairSemaphore; users: number }>();

  /** Runs work when it is its turn among that of its key. Throws the signal's reason when it is aborted before. */
  async run<T>(key: unknown, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const entry = this.#locks.get(key) ?? { lock: new FairSemaphore(1), users: 0 };
    this.#locks.set(key, entry);
    entry.users += 1;
    try {
      return await entry.lock.run(signal, work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#locks.delete(key);
    }
  }
}
