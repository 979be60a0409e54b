import type { AdminUseCases } from './admin-use-cases.ts';
import {
  impactBody,
  parseWith,
  impactSchema,
  impactQuestions,
  impactTargetsSchema,
  projectIdSchema,
} from '@forewarn/wire';
import type { Operation } from './operation.ts';
import { type AdminRequest, respondWith, type Route } from './route.ts';

const operations = {
  ofProject: {
    id: 'getProjectImpact',
    tag: 'Change Requests',
    summary: 'See what would break in a project',
    description:
      'Returns, for each target, which scheduled change requests touch it, why, when, and how sure that is. It changes nothing.',
    permission: 'PROJECT_CHANGE_REQUEST_READ',
    path: { projectId: projectIdSchema },
    body: impactTargetsSchema,
    responses: {
      200: { description: 'The impacts, all of one moment.', schema: impactSchema },
    },
    errors: ['ProjectNotFound'],
  },
  ofAll: {
    id: 'getImpact',
    tag: 'Change Requests',
    summary: 'See what would break in all projects',
    description:
      'The same over all projects in which the key has PROJECT_CHANGE_REQUEST_READ. If there are others, no outcome is none.',
    permission: undefined,
    path: {},
    body: impactTargetsSchema,
    responses: {
      200: { description: 'The impacts, all of one moment.', schema: impactSchema },
    },
    errors: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** What would break. */
export function impactRoutes<Credentials>({
  getProjectImpact: ofProject,
  getImpact: ofAll,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  const routes: Route<Credentials>[] = [];
  if (ofProject !== undefined) {
    routes.push({
      method: 'POST',
      path: '/projects/:projectId/impact',
      operation: operations.ofProject,
      handle: (request) =>
        questionsIn(request)
          .andThen((questions) => {
            const command = { ...request.caller, projectId: request.param('projectId'), questions };
            return request.heavily(() => ofProject(command), sizeOf(questions));
          })
          .andThen((report) => respondWith({ status: 200, body: impactBody(report) })),
    });
  }
  if (ofAll !== undefined) {
    routes.push({
      method: 'POST',
      path: '/impact',
      operation: operations.ofAll,
      handle: (request) =>
        questionsIn(request)
          .andThen((questions) => request.heavily(() => ofAll({ ...request.caller, questions })))
          .andThen((report) => respondWith({ status: 200, body: impactBody(report) })),
    });
  }
  return routes;
}

/** Questions whose impact is large: more than most clients ask. */
const MANY_QUESTIONS = 100;

const sizeOf = ({ length }: readonly unknown[]) => ({ isLarge: length > MANY_QUESTIONS });

// An unknown field is an error for every client: a misspelt target or intent must not look like an all-clear.
const questionsIn = ({ readJson }: AdminRequest<unknown>) =>
  readJson()
    .andThen((body) => parseWith(impactTargetsSchema, body, true))
    .map(impactQuestions);
