import { errAsync } from 'neverthrow';
import type { ProjectNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/**
 * Makes the data of a project live: its platform records each change request here from now on. Needs ADMIN in the project.
 */
export type DeclareProjectLive<Credentials> = UseCase<
  Credentials,
  { readonly projectId: string },
  void,
  ProjectNotFound
>;

/** Makes the use case {@link DeclareProjectLive}. */
export function makeDeclareProjectLive<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'declareLive'>;
}): DeclareProjectLive<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, projectId, signal }) =>
    admit({ credentials, permission: 'ADMIN', projectId, signal }).andThen(
      (principal): ReturnType<ProjectRepository['declareLive']> =>
        isName(projectId)
          ? ports.projects.declareLive(projectId, principal.name, { signal })
          : errAsync({ type: 'ProjectNotFound', projectId }),
    );
}
