import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';
import { ok, type Result } from 'neverthrow';
import type { Event, EventType } from './event.ts';

/** Which events to return. Filters combine with AND. */
export interface EventQuery {
  /** Maximum number of events, 1 or more. */
  readonly limit: number;
  /**
   * Maximum size of all `data` and `preData` as JSON text, in bytes of UTF-8. The page ends before the first event that
   * exceeds it, but has at least one event, if there is one. No maximum when absent.
   */
  readonly maxBytes?: number;
  /** Only events older than the one with this id. */
  readonly before?: number;
  /** Only events newer than the one with this id, which may be 0. The page then begins with the oldest of them. */
  readonly after?: number;
  readonly type?: EventType;
  /** Only events of one of these types. */
  readonly types?: readonly EventType[];
  /** Only events of the project with this id, a valid name (`isName`), compared byte for byte. */
  readonly project?: string;
}

/** A page of events. */
export interface EventPage {
  /** The newest first: in descending order of id. With `after`, the oldest first. */
  readonly events: readonly Event[];
  /** Whether the query finds events beyond the last one. */
  readonly hasMore: boolean;
}

/** Which events to follow. Filters combine with AND. */
export interface EventSubscription extends Pick<EventQuery, 'type' | 'project'> {
  /** The id of the last event that the caller has dealt with; 0 begins with the oldest event. */
  readonly after: number;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads the events that the other ports record. */
export interface EventRepository {
  /**
   * Returns the newest events of a query, or with `after` the oldest. The result must be the caller's own. Once it has
   * returned an event, no event with a lower id may appear.
   */
  list(query: EventQuery, options?: CallOptions): PortResult<EventPage, StoreUnavailable>;

  /**
   * Returns the events after an id, and then each new one, until the signal is aborted or the reader stops.
   *
   * - It must return each event exactly once, in ascending order of id, and must never miss one, however the transactions
   *   that record events overlap, and whichever process or connection commits them.
   * - It must return an event only once it is committed, also one that a host's transaction records.
   * - A subscription after the id of any event must return exactly the events that follow it.
   * - It must end when its signal is aborted, also while it waits, and must not return a further event.
   * - When the store can't be read, or is closed, also while it waits, it must return one `Err`, and end.
   * - A reader that is slow must not delay other calls or other subscriptions.
   */
  subscribe(subscription: EventSubscription): AsyncIterable<Result<Event, StoreUnavailable>>;
}

/**
 * Calls a function with each event after its commit, one after the other: the next call waits for the promise of the one
 * before. Returns when the signal is aborted, or the `Err` that ended the subscription: call it again with the id of the
 * last event. What the function throws, this throws.
 */
export async function onEvent(
  events: Pick<EventRepository, 'subscribe'>,
  subscription: EventSubscription,
  handle: (event: Event) => unknown,
): Promise<Result<void, StoreUnavailable>> {
  for await (const event of events.subscribe(subscription)) {
    if (event.isErr()) return event.map(() => {});
    await handle(event.value);
  }
  return ok();
}
