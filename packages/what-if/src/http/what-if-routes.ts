import { type MakeRoutes, respondWith, routeOver, TAGS } from '@forewarn/http/capability';
import type { WhatIfUseCases } from '../previews.ts';
import { editsSchema, previewSchema } from './preview-schema.ts';

const route = routeOver<WhatIfUseCases<unknown>>({});

/** What edits of a schedule would do. */
export const whatIfRoutes: readonly MakeRoutes<WhatIfUseCases<unknown>>[] = [
  route('previewSchedule', 'POST', '/projects/:projectId/change-requests/scheduled/preview', {
    id: 'previewSchedule',
    tag: TAGS.changeRequests,
    summary: 'See what edits of the schedule would do',
    description:
      'Returns which scheduled change requests, in any project, would go less well and which better with the edits of a project, and how each edited one would go: all of one moment. It stores nothing. An edit of a change request that is not there is a 404.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    body: editsSchema,
    responses: { 200: { description: 'What the edits would do.', schema: previewSchema } },
    errors: ['ProjectNotFound', 'ChangeRequestNotFound'],
    handle: (request, previewSchedule) =>
      request
        // Of repeated fields, only the last would be previewed.
        .readBody(editsSchema, request.isStrict, true)
        .andThen(({ edits }) => {
          const command = { ...request.caller, projectId: request.param('projectId'), edits };
          return request.heavily((signal) => previewSchedule({ ...command, signal }));
        })
        .andThen((body) => respondWith({ body })),
  }),
];
