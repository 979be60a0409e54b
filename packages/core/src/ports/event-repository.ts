import type { ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { Event, EventType } from '../model/event.ts';
import type { CallOptions } from './call-options.ts';

/** Which events to return. Filters combine with AND. */
export interface EventPage {
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

/** Reads the events that the other ports record. */
export interface EventRepository {
  /** Returns events, the newest first: in descending order of id. The result must be the caller's own. */
  list(page: EventPage, options?: CallOptions): ResultAsync<readonly Event[], StoreUnavailable>;
}
