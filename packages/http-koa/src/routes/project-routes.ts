import type { CoveredProject } from '@forewarn/core';
import {
  parseWith,
  projectIdSchema,
  projectCoverageSchema,
  projectResponseSchema,
  projectSchema,
  projectsSchema,
} from '@forewarn/wire';
import type { AdminUseCases } from './admin-use-cases.ts';
import { NOT_MODIFIED, type Operation } from './operation.ts';
import { respondWith, DONE, type Route } from './route.ts';
import { unlessTooLong } from './unless-too-long.ts';

const tag = 'Projects';

const operations = {
  list: {
    id: 'getProjects',
    tag,
    summary: 'List the projects',
    description:
      'Returns the projects that the key may search, in ascending byte order of id, and how current the data of each is.',
    permission: undefined,
    path: {},
    responses: {
      200: { description: 'The projects.', schema: projectsSchema, headers: ['ETag'] },
      304: NOT_MODIFIED,
    },
    errors: [],
  },
  register: {
    id: 'createProject',
    tag,
    summary: 'Add a project',
    description: 'A new project has no scheduled change requests.',
    permission: 'ADMIN',
    path: {},
    body: projectSchema,
    responses: {
      201: { description: 'It was created.', schema: projectResponseSchema, headers: ['Location'] },
    },
    errors: ['ProjectExists', 'OwnedByUpstream'],
  },
  declareLive: {
    id: 'updateProjectCoverage',
    tag,
    summary: 'Make a project live',
    description:
      'Says that each of its change requests is recorded here from now on. ' +
      'A project that an import or a sync named becomes live only by this.',
    permission: 'ADMIN',
    path: { projectId: projectIdSchema },
    body: projectCoverageSchema,
    responses: { 200: { description: 'It is live.' } },
    errors: ['ProjectNotFound'],
  },
  remove: {
    id: 'deleteProject',
    tag,
    summary: 'Delete a project',
    description: 'Also withdraws all of its scheduled change requests.',
    permission: 'ADMIN',
    path: { projectId: projectIdSchema },
    responses: { 200: { description: 'It was deleted.' } },
    errors: ['ProjectNotFound'],
  },
} as const satisfies Readonly<Record<string, Operation>>;

const ALL = '/projects';

const unlessTooManyProjects = unlessTooLong<CoveredProject>(
  'the projects of the key',
  ({ id, name }) => id.length + name.length,
);

/** The projects. */
export function projectRoutes<Credentials>({
  listProjects: list,
  registerProject: register,
  declareProjectLive: declareLive,
  deleteProject: remove,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  const routes: Route<Credentials>[] = [];
  if (list !== undefined) {
    routes.push({
      method: 'GET',
      path: ALL,
      operation: operations.list,
      handle: ({ caller, heavily }) =>
        heavily(() => list(caller), { isLarge: true })
          .andThen(unlessTooManyProjects)
          .andThen((projects) =>
            respondWith({ status: 200, body: { version: 1, projects }, isTagged: true }),
          ),
    });
  }
  if (register !== undefined) {
    routes.push({
      method: 'POST',
      path: ALL,
      operation: operations.register,
      handle: ({ caller, readJson, isStrict, path }) =>
        readJson()
          .andThen((body) => parseWith(operations.register.body, body, isStrict))
          .andThen((project) =>
            register({ ...caller, project }).andThen(() => {
              const Location = `${path}/${encodeURIComponent(project.id)}`;
              return respondWith({ status: 201, body: project, headers: { Location } });
            }),
          ),
    });
  }
  if (declareLive !== undefined) {
    routes.push({
      method: 'PUT',
      path: `${ALL}/:projectId/coverage`,
      operation: operations.declareLive,
      handle: ({ caller, param, readJson, isStrict }) =>
        readJson()
          .andThen((body) => parseWith(operations.declareLive.body, body, isStrict))
          .andThen(() => declareLive({ ...caller, projectId: param('projectId') }))
          .andThen(() => DONE),
    });
  }
  if (remove !== undefined) {
    routes.push({
      method: 'DELETE',
      path: `${ALL}/:projectId`,
      operation: operations.remove,
      isLong: true,
      handle: ({ caller, param }) =>
        remove({ ...caller, projectId: param('projectId') }).andThen(() => DONE),
    });
  }
  return routes;
}
