import { parseWith } from '../request/parse-with.ts';
import { projectIdSchema } from '../schemas/path-schemas.ts';
import { projectAnswerSchema, projectSchema, projectsSchema } from '../schemas/project-schema.ts';
import type { AdminUseCases } from './admin-use-cases.ts';
import { NOT_MODIFIED, type Operation } from './operation.ts';
import { answered, DONE, type Route } from './route.ts';

const tag = 'Projects';

const operations = {
  list: {
    id: 'getProjects',
    tag,
    summary: 'List the projects',
    description: 'Answers those that the key may search, in ascending byte order of id.',
    permission: undefined,
    path: {},
    answers: {
      200: { description: 'The projects.', schema: projectsSchema, headers: ['ETag'] },
      304: NOT_MODIFIED,
    },
    errors: [],
  },
  register: {
    id: 'createProject',
    tag,
    summary: 'Add a project',
    description: 'There is nothing scheduled in it.',
    permission: 'ADMIN',
    path: {},
    body: projectSchema,
    answers: {
      201: { description: 'It was added.', schema: projectAnswerSchema, headers: ['Location'] },
    },
    errors: ['ProjectExists'],
  },
  remove: {
    id: 'deleteProject',
    tag,
    summary: 'Delete a project',
    description: 'Withdraws all of its scheduled change requests, too.',
    permission: 'ADMIN',
    path: { projectId: projectIdSchema },
    answers: { 200: { description: 'It was deleted.' } },
    errors: ['ProjectNotFound'],
  },
} as const satisfies Readonly<Record<string, Operation>>;

const ALL = '/projects';

/** The projects: listed, added, deleted. */
export function projectRoutes<Credentials>({
  listProjects: list,
  registerProject: register,
  deleteProject: remove,
}: AdminUseCases<Credentials>): readonly Route<Credentials>[] {
  const routes: Route<Credentials>[] = [];
  if (list !== undefined) {
    routes.push({
      method: 'GET',
      path: ALL,
      operation: operations.list,
      answer: ({ caller }) =>
        list(caller).andThen((projects) =>
          answered({ status: 200, body: { version: 1, projects }, isTagged: true }),
        ),
    });
  }
  if (register !== undefined) {
    routes.push({
      method: 'POST',
      path: ALL,
      operation: operations.register,
      answer: ({ caller, readJson, isStrict, path }) =>
        readJson()
          .andThen((body) => parseWith(operations.register.body, body, isStrict))
          .andThen((project) =>
            register({ ...caller, project }).andThen(() => {
              const Location = `${path}/${encodeURIComponent(project.id)}`;
              return answered({ status: 201, body: project, headers: { Location } });
            }),
          ),
    });
  }
  if (remove !== undefined) {
    routes.push({
      method: 'DELETE',
      path: `${ALL}/:projectId`,
      operation: operations.remove,
      answer: ({ caller, param }) =>
        remove({ ...caller, projectId: param('projectId') }).andThen(() => DONE),
    });
  }
  return routes;
}
