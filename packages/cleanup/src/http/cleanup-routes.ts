import {
  type AdminError,
  type AdminRequest,
  cursorOf,
  linkHeader,
  type MakeRoutes,
  routeOver,
  TAGS,
} from '@forewarn/http/capability';
import type { ResultAsync } from 'neverthrow';
import type { CleanupCommand, CleanupPage, CleanupUseCases } from '../cleanups.ts';
import { cleanupQuery, cleanupQuerySchema } from './cleanup-query.ts';
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
      return respond(request, (asked) => getCleanup({ ...asked, projectId }), projectId);
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
    handle: (request, getCleanup) => respond(request, getCleanup),
  }),
];

/** Responds with the page of the query. */
const respond = (
  request: AdminRequest,
  getPage: (
    command: CleanupCommand & AdminRequest['caller'],
  ) => ResultAsync<CleanupPage, AdminError>,
  projectId?: string,
) =>
  request.query().asyncAndThen((parameters) =>
    cleanupQuery(parameters, request.isStrict, projectId)
      .asyncAndThen((query) => request.heavily(() => getPage({ ...request.caller, ...query })))
      .andThen((found) =>
        linkHeader(request, found.next && cursorOf('cleanup', found.next)).map((headers) => ({
          body: cleanupBody(found),
          headers,
        })),
      ),
  );
