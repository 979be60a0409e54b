import { errAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, ProjectNotFound, StoreUnavailable } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { makeAdmit } from './admit.ts';

export interface DeleteProjectCommand<Credentials> extends CallOptions {
  readonly credentials: Credentials;
  readonly projectId: string;
}

export type DeleteProjectError = AuthorizerError | ProjectNotFound | StoreUnavailable;

/** Deletes a project and its scheduled change requests. Needs ADMIN in the project. */
export type DeleteProject<Credentials> = (
  command: DeleteProjectCommand<Credentials>,
) => ResultAsync<void, DeleteProjectError>;

/** Makes the use case {@link DeleteProject}. */
export function makeDeleteProject<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'delete'>;
}): DeleteProject<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, projectId, signal }) =>
    admit({ credentials, permission: 'ADMIN', projectId, signal }).andThen(
      (principal): ReturnType<ProjectRepository['delete']> =>
        isName(projectId)
          ? ports.projects.delete(projectId, principal.name, { signal })
          : errAsync({ type: 'ProjectNotFound', projectId }),
    );
}
