import type { StoreUnavailable } from '@forewarn/core';
import { untilAborted } from '@forewarn/platform';
import { err, ok, type Result } from 'neverthrow';
import type { Event } from './event.ts';
import type { EventRepository, EventSubscription } from './event-repository.ts';

/** Events that one read of a subscription returns. */
const PAGE = { limit: 100, maxBytes: 1_000_000 };

/** Wakes the subscriptions of a store, and makes them of its pages of events. */
export class EventArrivals {
  readonly #list: EventRepository['list'];
  readonly #onWait: () => void;
  readonly #waiting = new Set<() => void>();
  #count = 0;

  /**
   * @param list returns events in the order in which they become visible
   * @param onWait is called when a subscription begins to wait
   */
  constructor(list: EventRepository['list'], onWait: () => void = () => {}) {
    this.#list = list;
    this.#onWait = onWait;
  }

  /** Whether a subscription waits. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Lets each subscription read again: there may be new events, or the store is closed. */
  tell(): void {
    this.#count += 1;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** See `EventRepository`. */
  async *subscribe({
    after,
    signal,
    ...filters
  }: EventSubscription): AsyncGenerator<Result<Event, StoreUnavailable>, void> {
    for (let last = after; !isAborted(signal);) {
      const seen = this.#count;
      // Without the signal, the deadline of the store holds.
      const page = await unlessAborted(this.#list({ ...PAGE, ...filters, after: last }), signal);
      if (page === undefined) return;
      if (page.isErr()) return yield err(page.error);
      for (const event of page.value.events) {
        last = event.id;
        yield ok(event);
        if (isAborted(signal)) return;
      }
      if (!page.value.hasMore && this.#count === seen) await this.#wait(signal);
    }
  }

  /** Waits until `tell` is called, or the signal is aborted. */
  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    this.#onWait();
    await unlessAborted(promise, signal);
    this.#waiting.delete(resolve);
  }
}

// The compiler takes `aborted` for unchanged since its last check.
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Returns what a promise resolves to; undefined as soon as the signal is aborted. */
const unlessAborted = <T>(
  work: PromiseLike<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> =>
  untilAborted(signal, work).catch((error: unknown) => {
    if (!isAborted(signal)) throw error;
    return undefined;
  });
