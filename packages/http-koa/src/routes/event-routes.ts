import type { Event } from '@forewarn/core/operator';
import { eventPage, eventPageSchema, MAX_PAGE_BYTES } from '../schemas/event-page.ts';
import { eventsSchema } from '../schemas/event-schema.ts';
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
    query: eventPageSchema,
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
          .andThen((parameters) => eventPage(parameters, isStrict))
          .asyncAndThen((page) =>
            // One more event than the page has shows that there is a next page.
            list({ ...caller, ...page, limit: page.limit + 1 }).andThen((events) =>
              respondWith(pageResponse(events, page.limit)),
            ),
          ),
    },
  ];
}

/** Cuts a page where its events exceed the limit or the bytes. */
function pageResponse(events: readonly Event[], limit: number): AdminResponse {
  const page: Event[] = [];
  let bytes = 0;
  for (const event of events.slice(0, limit)) {
    bytes += Buffer.byteLength(JSON.stringify(event));
    if (bytes > MAX_PAGE_BYTES && page.length > 0) break;
    page.push(event);
  }
  const last = page.at(-1);
  // A single event that exceeds the bytes may have hidden those after it.
  const hasMore = last !== undefined && (page.length < events.length || bytes > MAX_PAGE_BYTES);
  const cursor = hasMore ? { nextCursor: String(last.id) } : {};
  return { status: 200, body: { version: 1, events: page, ...cursor }, isTagged: true };
}
