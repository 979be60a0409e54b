import type { Event, EventPage, EventQuery } from '@forewarn/core/operator';
import { inEvents } from './wrong-store.ts';

interface Changes {
  /** Changes what is asked of the right store. */
  readonly query?: (query: EventQuery) => EventQuery;
  /** Changes the events that it lists. */
  readonly events?: (events: readonly Event[], query: EventQuery) => readonly Event[];
  /** Changes whether there are older ones. */
  readonly hasOlder?: (page: EventPage, query: EventQuery) => boolean;
}

/** Changes the list of events. */
export const listing = ({
  query: queryFor = (query) => query,
  events: eventsFor = (events) => events,
  hasOlder: olderFor = ({ hasOlder }) => hasOlder,
}: Changes) =>
  inEvents((right) => ({
    list: (query) =>
      right.events.list(queryFor(query)).map((page) => ({
        events: eventsFor(page.events, query),
        hasOlder: olderFor(page, query),
      })),
  }));
