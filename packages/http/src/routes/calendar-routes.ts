import type { StoreUnavailable } from '@forewarn/core';
import { type Calendar, oldestOf } from '@forewarn/record';
import { unlessUnknown } from '@forewarn/wire';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { z } from 'zod';
import type { AdminError } from '../errors/admin-error.ts';
import { SharedWork } from '../request/shared-work.ts';
import { type AdminResponse, asOfHeader } from '../response/admin-response.ts';
import { type MakeRoutes, route } from './route.ts';
import { TAGS } from './tag.ts';

export const calendarRoutes: MakeRoutes = (...args) => {
  const shared = new SharedWork<AdminResponse, AdminError>();
  const make = route('readCalendar', 'GET', '/projects/:projectId/change-requests.ics', {
    id: 'getChangeRequestCalendar',
    tag: TAGS.changeRequests,
    summary: 'Read what is scheduled in a project as a calendar',
    description:
      'Returns an event for each scheduled change request that has a time. The key is the query parameter `key`, since calendar programs send no header. ' +
      'Such a key may have no other permission.',
    permission: 'READ_CALENDAR',
    hasKeyInQuery: true,
    responses: {
      200: {
        description: 'The calendar, RFC 5545.',
        schema: z.string(),
        type: 'text/calendar',
        headers: ['Forewarn-As-Of'],
      },
    },
    errors: ['ProjectNotFound', 'DataTooOld'],
    handle: ({ caller, param, lenientQuery, isStrict, heavily }, read) =>
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
  });
  return make(...args);
};

/** Writes the calendar and its tag once for all requests that share it. */
function calendarResponse(
  projectId: string,
  calendar: Calendar,
  signal: AbortSignal | undefined,
): ResultAsync<AdminResponse, StoreUnavailable> {
  const written = async (): Promise<Result<AdminResponse, StoreUnavailable>> => {
    // The library is loaded with the first calendar, since few hosts serve one.
    const { calendarText } = await import('../response/calendar-text.ts');
    const text = await calendarText(projectId, calendar, { readAt: new Date(), signal });
    if (text === undefined) return err({ type: 'StoreUnavailable', cause: signal?.reason });
    const headers = { ...asOfHeader(oldestOf([calendar.coverage])), ETag: text.tag };
    return ok({ body: text.body, type: 'text/calendar', headers });
  };
  return new ResultAsync(written());
}
