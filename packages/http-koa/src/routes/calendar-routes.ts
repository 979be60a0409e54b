import { ResultAsync } from 'neverthrow';
import { z } from 'zod';
import { calendarText } from './calendar-text.ts';
import { projectIdSchema, unlessUnknown } from '@forewarn/wire';
import type { AdminUseCases } from './admin-use-cases.ts';
import { asOfHeader } from './as-of-header.ts';
import { NOT_MODIFIED, type Operation } from './operation.ts';
import { respondWith, type Route } from './route.ts';

const operations = {
  read: {
    id: 'getChangeRequestCalendar',
    tag: 'Change Requests',
    summary: 'Read what is scheduled in a project as a calendar',
    description:
      'Returns an event for each scheduled change request that has a time. The key is in the query, since calendar programs send no header. ' +
      'Such a key may have no other permission.',
    permission: 'READ_CALENDAR',
    path: { projectId: projectIdSchema },
    hasKeyInQuery: true,
    responses: {
      200: {
        description: 'The calendar, RFC 5545.',
        schema: z.string(),
        type: 'text/calendar',
        headers: ['ETag', 'Forewarn-As-Of'],
      },
      304: { ...NOT_MODIFIED, headers: ['ETag', 'Forewarn-As-Of'] },
    },
    errors: ['ProjectNotFound', 'DataTooOld'],
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The calendars. */
export function calendarRoutes<Credentials>({
  readCalendar: read,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  if (read === undefined) return [];
  return [
    {
      method: 'GET',
      path: '/projects/:projectId/change-requests.ics',
      operation: operations.read,
      hasQuery: true,
      handle: ({ caller, param, lenientQuery, isStrict }) =>
        // An error about the encoding of the query could quote the key.
        unlessUnknown(lenientQuery(), ['key'], isStrict)
          .asyncAndThen(() => read({ ...caller, projectId: param('projectId') }))
          .andThen((calendar) =>
            ResultAsync.fromSafePromise(calendarText(param('projectId'), calendar)).map((body) => ({
              calendar,
              body,
            })),
          )
          .andThen(({ calendar, body }) =>
            respondWith({
              status: 200,
              body,
              type: 'text/calendar',
              headers: asOfHeader([calendar.coverage]),
              isTagged: true,
            }),
          ),
    },
  ];
}
