import type { EventPage } from '@forewarn/core/operator';
import { eventsSchema } from '@forewarn/wire';
import { eventQuery, eventQuerySchema } from '../request/event-query.ts';
import { MAX_PAGE_BYTES } from '../request/parse-query.ts';
import { type AdminResponse, respondWith } from '../response/admin-response.ts';
import { type MakeRoutes, route, tagged } from './route.ts';

/** The events. */
export const eventRoutes: readonly MakeRoutes[] = [
  route('listEvents', {
    method: 'GET',
    path: '/events',
    id: 'getEvents',
    tag: 'Events',
    summary: 'List the events',
    description:
      'Returns what changed and who changed it, the newest first. New events do not shift the pages.',
    permission: 'ADMIN',
    query: eventQuerySchema,
    responses: tagged({ description: 'A page of events.', schema: eventsSchema }),
    handle: ({ caller, query, isStrict }, list) =>
      query()
        .andThen((parameters) => eventQuery(parameters, isStrict))
        .asyncAndThen((asked) => list({ ...caller, ...asked, maxBytes: MAX_PAGE_BYTES }))
        .andThen((page) => respondWith(pageResponse(page))),
  }),
];

function pageResponse({ events, hasOlder }: EventPage): AdminResponse {
  const next = hasOlder ? { nextCursor: String(events.at(-1)?.id) } : {};
  return { status: 200, body: { version: 1, events, ...next }, isTagged: true };
}
