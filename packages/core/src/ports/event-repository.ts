import type { StoreUnavailable } from '../errors.ts';
import type { Event, EventType } from '../model/event.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';

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
  readonly type?: EventType;
  /** Only events of the project with this id, a valid name (`isName`), compared byte for byte. */
  readonly project?: string;
}

/** A page of events. */
export interface EventPage {
  /** The newest first: in descending order of id. */
  readonly events: readonly Event[];
  /** Whether the query finds events older than these. */
  readonly hasOlder: boolean;
}

/** Reads the events that the other ports record. */
export interface EventRepository {
  /** Returns the newest events of a query. The result must be the caller's own. */
  list(query: EventQuery, options?: CallOptions): PortResult<EventPage, StoreUnavailable>;
}
