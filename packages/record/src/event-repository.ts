import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';
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

export interface EventPage {
  /** The newest first: in descending order of id. With `after`, the oldest first. */
  readonly events: readonly Event[];
  /** Whether the query finds events beyond the last one. */
  readonly hasMore: boolean;
}

/** Reads the events that the other ports record. */
export interface EventRepository {
  /**
   * Returns the newest events of a query, or with `after` the oldest. The result must be the caller's own. Once it has
   * returned an event, no event with a lower id may appear.
   */
  list(query: EventQuery, options?: CallOptions): PortResult<EventPage, StoreUnavailable>;

  /**
   * Resolves at the next commit of this store that records an event, or at an earlier write, and must do so also when the
   * signal is aborted or the store is closed. It knows nothing of other processes and of a host's transactions: look for
   * their events now and then.
   */
  committed(signal: AbortSignal): Promise<void>;
}
