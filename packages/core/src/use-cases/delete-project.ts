import { errAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';

export interface DeleteProjectCommand<Credentials> {
  readonly credentials: Credentials;
  readonly projectId: string;
}

export type DeleteProjectError = AuthorizerError | ProjectNotFound | StoreUnavailable;

/** Deletes a project and its scheduled change requests, for who has the permission ADMIN in the project. */
export type DeleteProject<Credentials> = (
  command: DeleteProjectCommand<Credentials>,
) => ResultAsync<void, DeleteProjectError>;

/** Makes the use case that deletes a project: {@link DeleteProject}. */
export function makeDeleteProject<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'delete'>;
}): DeleteProject<Credentials> {
  return ({ credentials, projectId }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'ADMIN', projectId })
      .andThen((principal): ReturnType<ProjectRepository['delete']> =>
        isName(projectId)
          ? ports.projects.delete(projectId, principal.name)
          : errAsync({ type: 'ProjectNotFound', projectId }),
      );
}
