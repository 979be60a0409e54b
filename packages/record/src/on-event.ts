import type { BadData, StoreUnavailable } from '@forewarn/core';
import { withTimeLimit } from '@forewarn/platform';
import { err, ok, type Result } from 'neverthrow';
import type { Event } from './event.ts';
import type { EventQuery, EventRepository } from './event-repository.ts';
import { unlessAhead } from './unless-ahead.ts';

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
/** Maximum time of a read. The signal of a subscription lives too long to end one that hangs. */
const READ_MS = 10_000;

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
  const read = {
    list: (query: EventQuery) =>
      withTimeLimit(READ_MS, signal, (limited) => events.list(query, { signal: limited })),
  };
  let isIdle = after > 0;
  let newest: number | undefined;
  for (let last = after; !isAborted(signal);) {
    // Before the read, so that no commit is missed.
    const committed = withTimeLimit(pollMs, signal, (limited) => events.committed(limited));
    if (isIdle) {
      // This read finds out whether the last event still exists, and whether there is anything else to read.
      const found = await unlessAhead(read, last, {});
      if (found.isErr()) return isAborted(signal) ? ok() : err(found.error);
      if (found.value === newest) {
        await committed;
        continue;
      }
      newest = found.value;
    }
    const page = await read.list({ ...PAGE, ...filters, after: last });
    if (page.isErr()) return isAborted(signal) ? ok() : err(page.error);
    for (const event of page.value.events) {
      if (isAborted(signal)) return ok();
      last = event.id;
      await handle(event);
    }
    isIdle = page.value.events.length === 0;
    if (!page.value.hasMore) await committed;
  }
  return ok();
}

// The compiler takes `aborted` for unchanged since its last check.
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;
