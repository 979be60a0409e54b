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
            list({ ...caller, ...page, maxBytes: MAX_PAGE_BYTES }).andThen((events) => {
              const last = events.at(-1);
              if (last === undefined) return respondWith(pageResponse(events));
              // The limit or the bytes may have ended the page, so only an older event shows that there is a next one.
              const older = { ...caller, ...page, before: last.id, limit: 1 };
              return list(older).andThen(([next]) =>
                respondWith(pageResponse(events, next && last)),
              );
            }),
          ),
    },
  ];
}

function pageResponse(events: readonly Event[], cursor?: Event): AdminResponse {
  const next = cursor === undefined ? {} : { nextCursor: String(cursor.id) };
  return { status: 200, body: { version: 1, events, ...next }, isTagged: true };
}
