import {
  type AdminRequest,
  type AdminResponse,
  linkHeader,
  type MakeRoutes,
  respondWith,
  routeOver,
  TAGS,
} from '@forewarn/http/capability';
import type { QueryParameter } from '@forewarn/wire';
import type { CleanupPage, CleanupUseCases } from '../cleanups.ts';
import { cleanupCursor, cleanupQuery, cleanupQuerySchema } from './cleanup-query.ts';
import { cleanupBody, cleanupSchema } from './cleanup-schema.ts';

const route = routeOver<CleanupUseCases<unknown>>({});

const page = {
  tag: TAGS.changeRequests,
  query: cleanupQuerySchema,
  responses: {
    200: {
      description:
        'A page of candidates, at most 100. It can be short, or empty, and still have a next one.',
      schema: cleanupSchema,
      headers: ['Link'],
    },
  },
} as const;

/** What can be removed, and from when on. */
export const cleanupRoutes: readonly MakeRoutes<CleanupUseCases<unknown>>[] = [
  route('getProjectCleanup', 'GET', '/projects/:projectId/cleanup', {
    ...page,
    id: 'getCleanupForProject',
    summary: 'See which features of a project can be archived, and from when on',
    description:
      'Returns the features that Unleash calls stale or completed, or those of the query, with a verdict each: whether something scheduled still needs them, whether others depend on them, and when they were last seen. It archives nothing.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    errors: ['ProjectNotFound'],
    handle: (request, getCleanup) => {
      const projectId = request.param('projectId');
      return request.query().asyncAndThen((parameters) =>
        cleanupQuery(parameters, request.isStrict, projectId)
          .asyncAndThen((query) =>
            request.heavily(() => getCleanup({ ...request.caller, ...query, projectId })),
          )
          .andThen((found) => respondWith(pageResponse(request, parameters, found))),
      );
    },
  }),
  route('getCleanup', 'GET', '/cleanup', {
    ...page,
    id: 'getCleanup',
    summary: 'See what can be archived or deleted in all projects, and from when on',
    description:
      'The same over all projects in which the key has PROJECT_CHANGE_REQUEST_READ, and of the strategy definitions, which come first.',
    permission: undefined,
    errors: ['NoAccess'],
    handle: (request, getCleanup) =>
      request.query().asyncAndThen((parameters) =>
        cleanupQuery(parameters, request.isStrict)
          .asyncAndThen((query) =>
            request.heavily(() => getCleanup({ ...request.caller, ...query })),
          )
          .andThen((found) => respondWith(pageResponse(request, parameters, found))),
      ),
  }),
];

const pageResponse = (
  { path }: AdminRequest,
  parameters: readonly QueryParameter[],
  found: CleanupPage,
): AdminResponse => ({
  body: cleanupBody(found),
  ...(found.next === undefined
    ? {}
    : { headers: linkHeader(path, parameters, cleanupCursor(found.next)) }),
});
