import type {
  BadData,
  OwnedByUpstream,
  ProjectExists,
  ProjectNotFound,
  UpstreamRefused,
  UpstreamUnavailable,
} from '../errors.ts';
import type { CoveredProject, Project } from '../model/project.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import type { Upstream } from '../ports/upstream.ts';
import { problemsOfProject } from '../rules/problems-of.ts';
import { makeAdmit } from './admit.ts';
import { readableProjects } from './permitted-projects.ts';
import { type Ownership, unlessOwned, unlessProblems, unlessNoProject } from './checks.ts';
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
    admit({ credentials, admissions, permission: 'ADMIN', projectId, signal })
      .andThrough(() => unlessNoProject(projectId))
      .andThen((principal) => ports.projects.delete(projectId, principal.name, { signal }));
}

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
    admit({ credentials, permission: 'ADMIN', projectId, signal })
      .andThrough(() => unlessNoProject(projectId))
      .andThen((principal) => ports.projects.declareLive(projectId, principal.name, { signal }));
}

/** Copies a project from the upstream. Needs SYNC in the project. */
export type SyncProject<Credentials> = UseCase<
  Credentials,
  { readonly projectId: string },
  void,
  ProjectNotFound | UpstreamRefused | UpstreamUnavailable
>;

/** Makes the use case {@link SyncProject}. */
export function makeSyncProject<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly upstream: Pick<Upstream, 'syncProject'>;
}): SyncProject<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, projectId, signal }) =>
    admit({ credentials, admissions, permission: 'SYNC', projectId, signal })
      .andThrough(() => unlessNoProject(projectId))
      .andThen(() => ports.upstream.syncProject(projectId, { signal }));
}
