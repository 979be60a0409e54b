import type { ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { Event, EventType } from '../model/event.ts';

/** What is asked for of the events. */
export interface EventPage {
  /** At most so many, 1 or more. */
  readonly limit: number;
  /** Only those that are older than the event of this id. */
  readonly before?: number;
  readonly type?: EventType;
  /** The id of the project that they concern, a name as `isName` has it; compared byte for byte. */
  readonly project?: string;
}

/** The events that the other ports record. */
export interface EventRepository {
  /**
   * Answers events, the newest first, which has the greatest id; what it answers must be the caller's own. It must
   * answer those only of which all that is asked for holds.
   */
  list(page: EventPage): ResultAsync<readonly Event[], StoreUnavailable>;
}
