import { eventPageSchema } from '../event-page.ts';
import type { Operation } from '../operation.ts';
import { eventsSchema } from '../schemas/event-schema.ts';

/** What was recorded of all changes. */
export const eventOperations = {
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
