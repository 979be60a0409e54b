import type { ResultAsync } from 'neverthrow';
import type { AuthorizerError, BadData, ProjectExists, StoreUnavailable } from '../errors.ts';
import type { Project } from '../model/project.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { problemsOfProject } from '../rules/problems-of.ts';
import { unlessProblems } from './unless-problems.ts';

export interface RegisterProjectCommand<Credentials> {
  readonly credentials: Credentials;
  readonly project: Project;
}

export type RegisterProjectError = AuthorizerError | BadData | ProjectExists | StoreUnavailable;

/** Adds a project, for who has the permission ADMIN. */
export type RegisterProject<Credentials> = (
  command: RegisterProjectCommand<Credentials>,
) => ResultAsync<void, RegisterProjectError>;

/** Makes the use case that adds a project: {@link RegisterProject}. */
export function makeRegisterProject<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'register'>;
}): RegisterProject<Credentials> {
  return ({ credentials, project }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'ADMIN' })
      .andThrough(() => unlessProblems(problemsOfProject(project)))
      .andThen((principal) => ports.projects.register(project, principal.name));
}
