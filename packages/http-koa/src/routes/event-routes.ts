import type { EventPage } from '@forewarn/core/operator';
import { eventQuery, eventQuerySchema } from '../request/event-query.ts';
import { eventsSchema } from '@forewarn/wire';
import { MAX_PAGE_BYTES } from '../request/page-limit.ts';
import type { AdminUseCases } from './admin-use-cases.ts';
import { NOT_MODIFIED, type Operation } from './operation.ts';
import { type AdminResponse, respondWith, type Route } from './route.ts';

const operations = {
  list: {
    id: 'getEvents',
    tag: 'Events',
    summary: 'List the events',
    description:
      'Returns what changed and who changed it, the newest first. New events do not shift the pages.',
    permission: 'ADMIN',
    path: {},
    query: eventQuerySchema,
    responses: {
      200: { description: 'A page of events.', schema: eventsSchema, headers: ['ETag'] },
      304: NOT_MODIFIED,
    },
    errors: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The events. */
export function eventRoutes<Credentials>({
  listEvents: list,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  if (list === undefined) return [];
  return [
    {
      method: 'GET',
      path: '/events',
      operation: operations.list,
      hasQuery: true,
      handle: ({ caller, query, isStrict }) =>
        query()
          .andThen((parameters) => eventQuery(parameters, isStrict))
          .asyncAndThen((asked) => list({ ...caller, ...asked, maxBytes: MAX_PAGE_BYTES }))
          .andThen((page) => respondWith(pageResponse(page))),
    },
  ];
}

function pageResponse({ events, hasOlder }: EventPage): AdminResponse {
  const next = hasOlder ? { nextCursor: String(events.at(-1)?.id) } : {};
  return { status: 200, body: { version: 1, events, ...next }, isTagged: true };
}
