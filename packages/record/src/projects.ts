import { type InProject, type Ports, projectUseCase, toResultAsync, useCase } from '@forewarn/core';
import type { ProjectRepository } from './project-repository.ts';
import type { Project } from './project.ts';
import { problemsOfNewProject, unlessProblems } from './problems-of.ts';
import { listReadable } from './permitted-projects.ts';

/**
 * Returns the projects in which the principal has PROJECT_CHANGE_REQUEST_READ, in ascending byte order of id.
 * Authentication is enough.
 */
export const makeListProjects = <Credentials>(
  ports: Ports<Credentials, { readonly projects: Pick<ProjectRepository, 'list'> }>,
) =>
  useCase(ports, undefined, (_input: unknown, principal, options) =>
    listReadable(ports, principal, options).map(({ projects, readable }) =>
      projects.filter(({ id }) => readable.has(id)),
    ),
  );

/** Adds a project. Needs ADMIN. */
export const makeRegisterProject = <Credentials>(
  ports: Ports<Credentials, { readonly projects: Pick<ProjectRepository, 'register'> }>,
) =>
  useCase(ports, 'ADMIN', ({ project }: { readonly project: Project }, { name }, options) =>
    unlessProblems(problemsOfNewProject(project)).asyncAndThen(() =>
      toResultAsync(ports.projects.register(project, name, options)),
    ),
  );

/** Deletes a project and its scheduled change requests. Needs ADMIN in the project. */
export const makeDeleteProject = <Credentials>(
  ports: Ports<Credentials, { readonly projects: Pick<ProjectRepository, 'delete'> }>,
) =>
  projectUseCase(ports, 'ADMIN', ({ projectId }: InProject, { name }, options) =>
    ports.projects.delete(projectId, name, options),
  );

/**
 * Makes the data of a project live: its platform records each change request here from now on. Needs ADMIN in the project.
 */
export const makeDeclareProjectLive = <Credentials>(
  ports: Ports<Credentials, { readonly projects: Pick<ProjectRepository, 'declareLive'> }>,
) =>
  projectUseCase(ports, 'ADMIN', ({ projectId }: InProject, { name }, options) =>
    ports.projects.declareLive(projectId, name, options),
  );
