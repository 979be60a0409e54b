import { errAsync } from 'neverthrow';
import type { ProjectNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/** Deletes a project and its scheduled change requests. Needs ADMIN in the project. */
export type DeleteProject<Credentials> = UseCase<
  Credentials,
  { readonly projectId: string },
  void,
  ProjectNotFound
>;

/** Makes the use case {@link DeleteProject}. */
export function makeDeleteProject<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'delete'>;
}): DeleteProject<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, signal }) =>
    admit({ credentials, admissions, permission: 'ADMIN', projectId, signal }).andThen(
      (principal): ReturnType<ProjectRepository['delete']> =>
        isName(projectId)
          ? ports.projects.delete(projectId, principal.name, { signal })
          : errAsync({ type: 'ProjectNotFound', projectId }),
    );
}
