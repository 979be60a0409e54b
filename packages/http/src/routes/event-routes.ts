import type { BadData } from '@forewarn/core';
import {
  type EventPage,
  type EventQuery,
  type EventType,
  RECORDED_EVENT_TYPES,
} from '@forewarn/record';
import { eventsSchemaWith, type QueryParameter } from '@forewarn/wire';
import type { Result } from 'neverthrow';
import { z } from 'zod';
import { limitMeta, MAX_PAGE_BYTES, pageLimitSchema, parseQuery } from '../request/parse-query.ts';
import { type AdminResponse, respondWith } from '../response/admin-response.ts';
import { type MakeRoutes, route } from './route.ts';
import { TAGS } from './tag.ts';

const ID = /^\d{1,15}$/;
const CURSOR = 'expected the nextCursor of a response';

const pageFields = {
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
      'Only events newer than the one with this id, the oldest first; 0 begins with the oldest. Ask again with the id of the last one. An id beyond the last event is BadData: an older store was restored; begin again.',
    ),
};

/** Makes the schema of the query, also for events that capabilities record. */
export const eventQuerySchemaWith = (added: readonly EventType[]) => {
  const types = [...RECORDED_EVENT_TYPES, ...added];
  return z.object({
    type: z
      .enum(types, { error: `expected one of ${types.join(', ')}` })
      .exactOptional()
      .describe('Only events of this type.'),
    ...pageFields,
  });
};

type Query = ReturnType<typeof eventQuerySchemaWith>;

/** Reads the query of a page of events: `type`, `project`, `limit`, `cursor` and `after`, each at most once. */
export function eventQuery(
  schema: Query,
  parameters: readonly QueryParameter[],
  isStrict: boolean,
): Result<EventQuery, BadData> {
  return parseQuery(schema, parameters, isStrict).map(({ cursor, after, ...query }) => ({
    ...query,
    ...(cursor === undefined ? {} : { before: Number(cursor) }),
    ...(after === undefined ? {} : { after: Number(after) }),
  }));
}

/** The events, also those that capabilities record. */
export const eventRoutes: MakeRoutes = (useCases, options) => {
  const added = (options.capabilities ?? []).flatMap(({ events }) => events ?? []);
  const querySchema = eventQuerySchemaWith(added.flatMap(({ types }) => types));
  const schema = eventsSchemaWith(added.flatMap(({ schemas }) => schemas));
  return listing(querySchema, schema)(useCases, options);
};

const listing = (querySchema: Query, schema: z.ZodType): MakeRoutes =>
  route('listEvents', 'GET', '/events', {
    id: 'getEvents',
    tag: TAGS.events,
    summary: 'List the events',
    description:
      'Returns what changed and who changed it, the newest first, or with `after` the oldest first. New events do not shift the pages.',
    permission: 'ADMIN',
    query: querySchema,
    responses: { 200: { description: 'A page of events.', schema } },
    handle: ({ caller, query, isStrict, heavily }, list) =>
      query()
        .andThen((parameters) => eventQuery(querySchema, parameters, isStrict))
        .asyncAndThen((asked) =>
          heavily(() => list({ ...caller, ...asked, maxBytes: MAX_PAGE_BYTES })).map((page) =>
            pageResponse(page, asked),
          ),
        )
        .andThen(respondWith),
  });

function pageResponse({ events, hasMore }: EventPage, { after }: EventQuery): AdminResponse {
  // A cursor leads to older events.
  const next = hasMore && after === undefined ? { nextCursor: String(events.at(-1)?.id) } : {};
  return { body: { version: 1, events, ...next } };
}
