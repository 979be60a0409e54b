import type { AdminUseCases } from '../admin-use-cases.ts';
import { projectOperations as operations } from '../operations/project-operations.ts';
import { parseWith } from '../parse-with.ts';
import { answered, DONE, type Route } from '../route.ts';

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
      answer: ({ credentials }) =>
        list({ credentials }).andThen((projects) =>
          answered({ status: 200, body: { version: 1, projects } }),
        ),
    });
  }
  if (register !== undefined) {
    routes.push({
      method: 'POST',
      path: ALL,
      operation: operations.register,
      answer: ({ credentials, readJson, isStrict, path }) =>
        readJson()
          .andThen((body) => parseWith(operations.register.body, body, isStrict))
          .andThen((project) =>
            register({ credentials, project }).andThen(() => {
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
      answer: ({ credentials, param }) =>
        remove({ credentials, projectId: param('projectId') }).andThen(() => DONE),
    });
  }
  return routes;
}
