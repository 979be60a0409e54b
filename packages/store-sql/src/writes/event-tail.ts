import { setTimeout as delay } from 'node:timers/promises';
import { EventArrivals, type EventRepository } from '@forewarn/record';

/** How long an event of another process or connection can wait until subscriptions see it, in milliseconds. */
const POLL_MS = 1_000;
/** Minimum time from one look for new events to the next, in milliseconds: one serves all commits in between. */
const MIN_GAP_MS = 20;

/** The subscriptions of a SQL store. */
export interface EventTail {
  readonly subscribe: EventRepository['subscribe'];
  /** Looks for new events now, if a subscription waits. */
  readonly wake: () => void;
}

/** Follows the events of a list. One look per interval serves all subscriptions that wait, and none is made without them. */
export function eventTail(list: EventRepository['list']): EventTail {
  let isPolling = false;
  let newest: number | undefined;
  let interrupt = new AbortController();

  /** Whether there may be events that no poll has seen. */
  const hasNew = async (): Promise<boolean> => {
    const probe = { limit: 1, maxBytes: 0 };
    const found = newest === undefined ? undefined : await list({ ...probe, after: newest });
    if (found?.isOk() === true && found.value.events.length === 0) return false;
    const latest = await list(probe);
    newest = latest.isOk() ? (latest.value.events[0]?.id ?? 0) : undefined;
    return true;
  };
  const poll = async (): Promise<void> => {
    isPolling = true;
    while (arrivals.isAwaited) {
      interrupt = new AbortController();
      // What fails here fails for the subscriptions, too: they tell their readers.
      if (await hasNew().catch(() => true)) arrivals.tell();
      await delay(MIN_GAP_MS);
      await delay(POLL_MS - MIN_GAP_MS, undefined, interrupt).catch(() => {});
    }
    isPolling = false;
  };
  const arrivals = new EventArrivals(list, () => {
    if (!isPolling) void poll();
  });
  return {
    subscribe: (subscription) => arrivals.subscribe(subscription),
    wake: () => interrupt.abort(),
  };
}
