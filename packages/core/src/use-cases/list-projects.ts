import { err, ok, ResultAsync } from 'neverthrow';
import type { AuthorizerError } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Project } from '../model/project.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/**
 * Returns the projects in which the principal has PROJECT_CHANGE_REQUEST_READ, in ascending byte order of id.
 * Authentication is enough.
 */
export type ListProjects<Credentials> = UseCase<Credentials, unknown, readonly Project[]>;

/** Makes the use case {@link ListProjects}. */
export function makeListProjects<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'list'>;
}): ListProjects<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, signal }) => {
    const ifReadable =
      (principal: Principal) =>
      (project: Project): ResultAsync<readonly Project[], AuthorizerError> =>
        ports.authorizer
          .authorize(
            principal,
            'PROJECT_CHANGE_REQUEST_READ',
            { projectId: project.id },
            { signal },
          )
          .map((): readonly Project[] => [project])
          .orElse((error) => (error.type === 'NoAccess' ? ok([]) : err(error)));

    return admit({ credentials, permission: undefined, signal })
      .andThen((principal) =>
        ports.projects
          .list({ signal })
          .andThen((projects) => ResultAsync.combine(projects.map(ifReadable(principal)))),
      )
      .map((readable) => readable.flat());
  };
}
