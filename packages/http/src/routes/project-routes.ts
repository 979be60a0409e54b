import type { CoveredProject } from '@forewarn/record';
import {
  projectCoverageSchema,
  projectResponseSchema,
  projectSchema,
  projectsSchema,
} from '@forewarn/wire';
import { respondWith, unlessTooLong } from '../response/admin-response.ts';
import { type MakeRoutes, route } from './route.ts';
import { TAGS } from './tag.ts';

const tag = TAGS.projects;
const ALL = '/projects';

const unlessTooManyProjects = unlessTooLong<CoveredProject>(
  'the projects of the key',
  ({ id, name }) => id.length + name.length,
);

export const projectRoutes: readonly MakeRoutes[] = [
  route('listProjects', 'GET', ALL, {
    id: 'getProjects',
    tag,
    summary: 'List the projects',
    description:
      'Returns the projects that the key may search, in ascending byte order of id, and how current the data of each is.',
    permission: undefined,
    responses: { 200: { description: 'The projects.', schema: projectsSchema } },
    handle: ({ caller, heavily }, list) =>
      heavily(() => list(caller), { isLarge: true })
        .andThen(unlessTooManyProjects)
        .andThen((projects) => respondWith({ body: { version: 1, projects } })),
  }),
  route('registerProject', 'POST', ALL, {
    id: 'createProject',
    tag,
    summary: 'Add a project',
    description: 'A new project has no scheduled change requests.',
    permission: 'ADMIN',
    body: projectSchema,
    responses: {
      201: {
        description: 'It was created.',
        schema: projectResponseSchema,
        headers: ['Location'],
      },
    },
    errors: ['ProjectExists'],
    handle: ({ caller, readBody, path }, register) =>
      readBody(projectSchema).andThen((project) =>
        register({ ...caller, project }).andThen(() => {
          const Location = `${path}/${encodeURIComponent(project.id)}`;
          return respondWith({ status: 201, body: project, headers: { Location } });
        }),
      ),
  }),
  route('declareProjectLive', 'PUT', `${ALL}/:projectId/coverage`, {
    id: 'updateProjectCoverage',
    tag,
    summary: 'Make a project live',
    description:
      'Says that each of its change requests is recorded here from now on. ' +
      'A project that an import or a sync named becomes live only by this.',
    permission: 'ADMIN',
    body: projectCoverageSchema,
    responses: { 200: { description: 'It is live.' } },
    errors: ['ProjectNotFound'],
    handle: ({ caller, param, readBody }, declareLive) =>
      readBody(projectCoverageSchema).andThen(() =>
        declareLive({ ...caller, projectId: param('projectId') }),
      ),
  }),
  route('deleteProject', 'DELETE', `${ALL}/:projectId`, {
    id: 'deleteProject',
    tag,
    summary: 'Delete a project',
    description: 'Also withdraws all of its scheduled change requests.',
    permission: 'ADMIN',
    responses: { 200: { description: 'It was deleted.' } },
    errors: ['ProjectNotFound'],
    isLong: true,
    handle: ({ caller, param }, remove) => remove({ ...caller, projectId: param('projectId') }),
  }),
];
