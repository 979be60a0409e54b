import type { Event } from '@forewarn/core/operator';
import { eventPage, eventPageSchema } from '../schemas/event-page.ts';
import { eventsSchema } from '../schemas/event-schema.ts';
import type { AdminUseCases } from './admin-use-cases.ts';
import type { Operation } from './operation.ts';
import { type AdminAnswer, answered, type Route } from './route.ts';

const operations = {
  list: {
    id: 'getEvents',
    tag: 'Events',
    summary: 'List what was changed, by whom',
    description: 'Answers the newest first, in pages that stay as they are while others arrive.',
    permission: 'ADMIN',
    path: {},
    query: eventPageSchema,
    answers: { 200: { description: 'A page of events.', schema: eventsSchema } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** What was recorded of all changes. */
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
      answer: ({ credentials, query, isStrict }) =>
        query()
          .andThen((parameters) => eventPage(parameters, isStrict))
          .asyncAndThen((page) =>
            // One more than asked for tells whether there is a next page.
            list({ credentials, ...page, limit: page.limit + 1 }).andThen((events) =>
              answered(pageAnswer(events, page.limit)),
            ),
          ),
    },
  ];
}

function pageAnswer(events: readonly Event[], limit: number): AdminAnswer {
  const page = events.slice(0, limit);
  const last = page.at(-1);
  const hasMore = events.length > limit && last !== undefined;
  const body = hasMore ? { events: page, nextCursor: String(last.id) } : { events: page };
  return { status: 200, body };
}
