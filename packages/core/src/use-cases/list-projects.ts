import type { CoveredProject } from '../model/project.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { makeAdmit } from './admit.ts';
import { readableProjects } from './permitted-projects.ts';
import type { UseCase } from './use-case.ts';

/**
 * Returns the projects in which the principal has PROJECT_CHANGE_REQUEST_READ, in ascending byte order of id.
 * Authentication is enough.
 */
export type ListProjects<Credentials> = UseCase<Credentials, unknown, readonly CoveredProject[]>;

/** Makes the use case {@link ListProjects}. */
export function makeListProjects<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'list'>;
}): ListProjects<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, signal }) =>
    admit({ credentials, admissions, permission: undefined, signal }).andThen((principal) =>
      ports.projects.list({ signal }).andThen((projects) => {
        const ids = projects.map(({ id }) => id);
        return readableProjects(ports.authorizer, principal, ids, { signal }).map((readable) =>
          projects.filter(({ id }) => readable.has(id)),
        );
      }),
    );
}
