import { err, ok, ResultAsync } from 'neverthrow';
import type { AuthorizerError, StoreUnavailable } from '../errors.ts';
import type { Project } from '../model/project.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';

export interface ListProjectsQuery<Credentials> {
  readonly credentials: Credentials;
}

export type ListProjectsError = AuthorizerError | StoreUnavailable;

/**
 * Answers the projects in which somebody who is known has the permission PROJECT_CHANGE_REQUEST_READ, in ascending byte
 * order of id.
 */
export type ListProjects<Credentials> = (
  query: ListProjectsQuery<Credentials>,
) => ResultAsync<readonly Project[], ListProjectsError>;

/** Makes the use case that answers the projects that somebody may search: {@link ListProjects}. */
export function makeListProjects<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'list'>;
}): ListProjects<Credentials> {
  const ifReadable =
    (credentials: Credentials) =>
    (project: Project): ResultAsync<readonly Project[], AuthorizerError> =>
      ports.authorizer
        .authorize({
          credentials,
          permission: 'PROJECT_CHANGE_REQUEST_READ',
          projectId: project.id,
        })
        .map((): readonly Project[] => [project])
        .orElse((error) => (error.type === 'NoAccess' ? ok([]) : err(error)));

  return ({ credentials }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'NONE' })
      .andThen(() => ports.projects.list())
      .andThen((projects) => ResultAsync.combine(projects.map(ifReadable(credentials))))
      .map((readable) => readable.flat());
}
