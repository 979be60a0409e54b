import type { BadData, OwnedByUpstream, ProjectExists } from '../errors.ts';
import type { Project } from '../model/project.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { problemsOfProject } from '../rules/problems-of.ts';
import { unlessProblems } from './unless-problems.ts';
import { makeAdmit } from './admit.ts';
import { type Ownership, unlessOwned } from './unless-owned.ts';
import type { UseCase } from './use-case.ts';

/** Adds a project. Needs ADMIN. */
export type RegisterProject<Credentials> = UseCase<
  Credentials,
  { readonly project: Project },
  void,
  BadData | OwnedByUpstream | ProjectExists
>;

/** Makes the use case {@link RegisterProject}. */
export function makeRegisterProject<Credentials>(
  ports: Ownership & {
    readonly authorizer: Authorizer<Credentials>;
    readonly projects: Pick<ProjectRepository, 'register'>;
  },
): RegisterProject<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, project, signal }) =>
    admit({ credentials, admissions, permission: 'ADMIN', signal })
      .andThrough(() => unlessOwned(ports))
      .andThrough(() => unlessProblems(problemsOfProject(project)))
      .andThen((principal) => ports.projects.register(project, principal.name, { signal }));
}
