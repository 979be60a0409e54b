import type { ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { Event } from '../model/event.ts';

/** The events that the other ports record. */
export interface EventRepository {
  /**
   * Answers events, the newest first; what it answers must be the caller's own.
   *
   * @param page `limit`: at most so many; `before`: only those older than the event of this id
   */
  list(page: {
    readonly limit: number;
    readonly before?: number;
  }): ResultAsync<readonly Event[], StoreUnavailable>;
}
