import { impactBody, impactQuestions, impactSchema, impactTargetsSchema } from '@forewarn/wire';
import type { AdminRequest } from '../request/admin-request.ts';
import { respondWith } from '../response/admin-response.ts';
import { type MakeRoutes, route } from './route.ts';
import { TAGS } from './tag.ts';

const impact = {
  tag: TAGS.changeRequests,
  body: impactTargetsSchema,
  responses: { 200: { description: 'The impacts, all of one moment.', schema: impactSchema } },
} as const;

/** What would break. */
export const impactRoutes: readonly MakeRoutes[] = [
  route('getProjectImpact', 'POST', '/projects/:projectId/impact', {
    ...impact,
    id: 'getProjectImpact',
    summary: 'See what would break in a project',
    description:
      'Returns, for each target, which scheduled change requests touch it, why, when, and how sure that is. It changes nothing.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    errors: ['ProjectNotFound'],
    handle: (request, getImpact) =>
      questionsIn(request)
        .andThen((questions) => {
          const command = { ...request.caller, projectId: request.param('projectId'), questions };
          return request.heavily(() => getImpact(command), sizeOf(questions));
        })
        .andThen((report) => respondWith({ body: impactBody(report) })),
  }),
  route('getImpact', 'POST', '/impact', {
    ...impact,
    id: 'getImpact',
    summary: 'See what would break in all projects',
    description:
      'The same over all projects in which the key has PROJECT_CHANGE_REQUEST_READ. If there are others, no outcome is none.',
    permission: undefined,
    handle: (request, getImpact) =>
      questionsIn(request)
        .andThen((questions) => {
          const command = { ...request.caller, questions };
          return request.heavily(() => getImpact(command), sizeOf(questions));
        })
        .andThen((report) => respondWith({ body: impactBody(report) })),
  }),
];

/** Questions whose impact is large: more than most clients ask. */
const MANY_QUESTIONS = 100;

const sizeOf = ({ length }: readonly unknown[]) => ({ isLarge: length > MANY_QUESTIONS });

// An unknown field is an error for every client: a misspelt target or intent must not look like an all-clear.
const questionsIn = ({ readBody }: AdminRequest) =>
  readBody(impactTargetsSchema, true).map(impactQuestions);
