import type { Calendar, StoreUnavailable } from '@forewarn/core';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { AdminError } from '../errors/admin-error.ts';
import { weakTagOf } from '../response/etag.ts';
import { SharedWork } from '../request/shared-work.ts';
import { z } from 'zod';
import { calendarText } from './calendar-text.ts';
import { projectIdSchema, unlessUnknown } from '@forewarn/wire';
import type { AdminUseCases } from './admin-use-cases.ts';
import { asOfHeader } from './as-of-header.ts';
import { NOT_MODIFIED, type Operation } from './operation.ts';
import type { AdminResponse, Route } from './route.ts';

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
  const shared = new SharedWork<AdminResponse, AdminError>();
  return [
    {
      method: 'GET',
      path: '/projects/:projectId/change-requests.ics',
      operation: operations.read,
      hasQuery: true,
      handle: ({ caller, param, lenientQuery, isStrict, heavily }) =>
        // An error about the encoding of the query could quote the key.
        unlessUnknown(lenientQuery(), ['key'], isStrict).asyncAndThen(() => {
          const projectId = param('projectId');
          return heavily(
            (signal) =>
              read({ ...caller, projectId, signal }).andThen((calendar) =>
                calendarResponse(projectId, calendar, signal),
              ),
            { isLarge: true, shared: { by: shared, key: projectId } },
          );
        }),
    },
  ];
}

/** Writes the calendar and its tag once for all requests that share it. */
function calendarResponse(
  projectId: string,
  calendar: Calendar,
  signal: AbortSignal | undefined,
): ResultAsync<AdminResponse, StoreUnavailable> {
  const written = async (): Promise<Result<AdminResponse, StoreUnavailable>> => {
    const body = await calendarText(projectId, calendar, signal);
    if (body === undefined) return err({ type: 'StoreUnavailable', cause: signal?.reason });
    const ETag = weakTagOf(body);
    const headers = { ...asOfHeader([calendar.coverage]), ETag };
    return ok({ status: 200, body, type: 'text/calendar', headers });
  };
  return new ResultAsync(written());
}
