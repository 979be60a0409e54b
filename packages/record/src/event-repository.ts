import type { BadData, CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';
import { timeLimit } from '@forewarn/platform';
import { err, ok, type Result } from 'neverthrow';
import type { Event, EventType } from './event.ts';
import { unlessAhead } from './unless-ahead.ts';

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

/** Which events to follow. Filters combine with AND. */
export interface EventSubscription extends Pick<EventQuery, 'type' | 'project'> {
  /** The id of the last event that the caller has dealt with; 0 begins with the oldest event. */
  readonly after: number;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum time until events of other processes, and of a host's transactions, are seen. Default: 1,000. */
  readonly pollMs?: number;
}

/** Events that are read at once. */
const PAGE = { limit: 100, maxBytes: 1_000_000 };

/**
 * Calls a function with each event after its commit, in ascending order of id, one after the other: the next call waits for the
 * promise of the one before. Returns when the signal is aborted, or the `Err` of the store: call it again with the id of the
 * last event. Returns `BadData` if there is no such event, as in an older store that was restored. What the function throws,
 * this throws.
 */
export async function onEvent(
  events: EventRepository,
  { after, signal, pollMs = 1_000, ...filters }: EventSubscription,
  handle: (event: Event) => unknown,
): Promise<Result<void, BadData | StoreUnavailable>> {
  for (let last = after; !isAborted(signal);) {
    // Before the read, so that no commit is missed.
    const committed = events.committed(timeLimit(pollMs, signal));
    const page = await events.list({ ...PAGE, ...filters, after: last }, { signal });
    if (page.isErr()) return isAborted(signal) ? ok() : err(page.error);
    for (const event of page.value.events) {
      if (isAborted(signal)) return ok();
      last = event.id;
      await handle(event);
    }
    if (page.value.events.length === 0 && last > 0) {
      const exists = await unlessAhead(events, last, { signal });
      if (exists.isErr()) return isAborted(signal) ? ok() : err(exists.error);
    }
    if (!page.value.hasMore) await committed;
  }
  return ok();
}

// The compiler takes `aborted` for unchanged since its last check.
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;
