import { type ListingPage, listingPlaceOf, oldestOf } from '@forewarn/record';
import { scheduledResponseSchema } from '@forewarn/wire';
import type { Result } from 'neverthrow';
import { z } from 'zod';
import type { AdminError } from '../errors/admin-error.ts';
import type { AdminRequest } from '../request/admin-request.ts';
import { cursorOf } from '../request/cursor.ts';
import { listingQuery, listingQuerySchema } from '../request/listing-query.ts';
import { type AdminResponse, asOfHeader } from '../response/admin-response.ts';
import { linkHeader } from './link-header.ts';
import { type MakeRoutes, route } from './route.ts';
import { TAGS } from './tag.ts';

const page = {
  tag: TAGS.changeRequests,
  query: listingQuerySchema,
  responses: {
    200: {
      description: 'A page of change requests.',
      schema: z.array(scheduledResponseSchema),
      headers: ['Forewarn-As-Of', 'Link'],
    },
  },
} as const;

/** The listings of change requests. */
export const listingRoutes: readonly MakeRoutes[] = [
  route('listChangeRequests', 'GET', '/projects/:projectId/change-requests', {
    ...page,
    id: 'getChangeRequestsForProject',
    summary: 'List the scheduled change requests of a project',
    description:
      'Returns change requests as they were recorded, by the time of their schedule and then by id; those without a schedule come last. ' +
      'Parameters of different names combine with AND, except that a change request passes if it touches any feature, strategy or variants of the query.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    errors: ['ProjectNotFound', 'DataTooOld'],
    handle: (request, list) => {
      const projectId = request.param('projectId');
      return request.query().asyncAndThen((parameters) =>
        listingQuery(parameters, request.isStrict, projectId, Date.now())
          .asyncAndThen((command) => list({ ...request.caller, ...command, projectId }))
          .andThen((found) => pageResponse(request, found)),
      );
    },
  }),
  route('listAllChangeRequests', 'GET', '/change-requests', {
    ...page,
    id: 'getChangeRequests',
    summary: 'List the scheduled change requests of all projects',
    description:
      'Like the list of one project, over all projects in which the key has PROJECT_CHANGE_REQUEST_READ: by time, project and id.',
    permission: undefined,
    errors: ['NoAccess', 'DataTooOld'],
    handle: (request, list) =>
      request.query().asyncAndThen((parameters) =>
        listingQuery(parameters, request.isStrict, undefined, Date.now())
          .asyncAndThen((command) => request.heavily(() => list({ ...request.caller, ...command })))
          .andThen((found) => pageResponse(request, found)),
      ),
  }),
];

function pageResponse(
  request: AdminRequest,
  { projects, changeRequests, hasMore }: ListingPage,
): Result<AdminResponse, AdminError> {
  const last = changeRequests.at(-1);
  const isLast = !hasMore || last === undefined;
  const asOf = asOfHeader(oldestOf(projects.map(({ coverage }) => coverage)));
  return linkHeader(request, isLast ? undefined : cursorOf('list', listingPlaceOf(last))).map(
    (link) => ({ body: changeRequests, headers: { ...asOf, ...link } }),
  );
}
