import { Semaphore } from '@forewarn/store-sql';

/** Runs work of one key one after the other, in order. */
export class Turns {
  readonly #turns = new Map<string, { readonly turn: Semaphore; users: number }>();

  /**
   * Runs work in the turn of its key, or at once when it has none. Throws the signal's reason when it is aborted before.
   */
  async run<T>(key: string | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (key === undefined) return work();
    const entry = this.#turns.get(key) ?? { turn: new Semaphore(1), users: 0 };
    this.#turns.set(key, entry);
    entry.users += 1;
    try {
      return await entry.turn.run(signal, work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#turns.delete(key);
    }
  }
}
