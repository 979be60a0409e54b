import type { BadData } from '@forewarn/core';
import { EVENT_TYPES } from '@forewarn/notify';
import type { EventPage, EventQuery } from '@forewarn/record';
import { eventsSchema, type QueryParameter } from '@forewarn/wire';
import type { Result } from 'neverthrow';
import { z } from 'zod';
import { limitMeta, MAX_PAGE_BYTES, pageLimitSchema, parseQuery } from '../request/parse-query.ts';
import { type AdminResponse, respondWith } from '../response/admin-response.ts';
import { type MakeRoutes, route } from './route.ts';

const ID = /^\d{1,15}$/;
const CURSOR = 'expected the nextCursor of a response';

const eventQuerySchema = z.object({
  type: z
    .enum(EVENT_TYPES, { error: `expected one of ${EVENT_TYPES.join(', ')}` })
    .exactOptional()
    .describe('Only events of this type.'),
  project: z
    .string()
    .exactOptional()
    .describe('Only events of this project. A key of a project needs it.'),
  limit: pageLimitSchema.meta(limitMeta('events')),
  cursor: z
    .string()
    .regex(ID, CURSOR)
    .exactOptional()
    .describe('The nextCursor of the previous page.'),
  after: z
    .string()
    .regex(ID, { error: 'expected the id of an event' })
    .exactOptional()
    .describe(
      'Only events newer than the one with this id, the oldest first; 0 begins with the oldest. Ask again with the id of the last one.',
    ),
});

/** Reads the query of a page of events: `type`, `project`, `limit`, `cursor` and `after`, each at most once. */
export function eventQuery(
  parameters: readonly QueryParameter[],
  isStrict: boolean,
): Result<EventQuery, BadData> {
  return parseQuery(eventQuerySchema, parameters, isStrict).map(({ cursor, after, ...query }) => ({
    ...query,
    ...(cursor === undefined ? {} : { before: Number(cursor) }),
    ...(after === undefined ? {} : { after: Number(after) }),
  }));
}

/** The events. */
export const eventRoutes: readonly MakeRoutes[] = [
  route('listEvents', 'GET', '/events', {
    id: 'getEvents',
    tag: 'Events',
    summary: 'List the events',
    description:
      'Returns what changed and who changed it, the newest first, or with `after` the oldest first. New events do not shift the pages.',
    permission: 'ADMIN',
    query: eventQuerySchema,
    responses: { 200: { description: 'A page of events.', schema: eventsSchema } },
    handle: ({ caller, query, isStrict }, list) =>
      query()
        .andThen((parameters) => eventQuery(parameters, isStrict))
        .asyncAndThen((asked) =>
          list({ ...caller, ...asked, maxBytes: MAX_PAGE_BYTES }).map((page) =>
            pageResponse(page, asked),
          ),
        )
        .andThen(respondWith),
  }),
];

function pageResponse({ events, hasMore }: EventPage, { after }: EventQuery): AdminResponse {
  // A cursor leads to older events.
  const next = hasMore && after === undefined ? { nextCursor: String(events.at(-1)?.id) } : {};
  return { body: { version: 1, events, ...next } };
}
