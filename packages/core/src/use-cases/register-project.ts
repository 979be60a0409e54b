import type { ResultAsync } from 'neverthrow';
import type { AuthorizerError, BadData, ProjectExists, StoreUnavailable } from '../errors.ts';
import type { Project } from '../model/project.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { problemsOfProject } from '../rules/problems-of.ts';
import { unlessProblems } from './unless-problems.ts';
import { makeAdmit } from './admit.ts';

export interface RegisterProjectCommand<Credentials> extends CallOptions {
  readonly credentials: Credentials;
  readonly project: Project;
}

export type RegisterProjectError = AuthorizerError | BadData | ProjectExists | StoreUnavailable;

/** Adds a project. Needs ADMIN. */
export type RegisterProject<Credentials> = (
  command: RegisterProjectCommand<Credentials>,
) => ResultAsync<void, RegisterProjectError>;

/** Makes the use case {@link RegisterProject}. */
export function makeRegisterProject<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'register'>;
}): RegisterProject<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, project, signal }) =>
    admit({ credentials, permission: 'ADMIN', signal })
      .andThrough(() => unlessProblems(problemsOfProject(project)))
      .andThen((principal) => ports.projects.register(project, principal.name, { signal }));
}
