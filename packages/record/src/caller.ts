import {
  requirePermission,
  type Permission,
  PERMISSIONS,
  type Ports,
  type Principal,
  useCase,
} from '@forewarn/core';
import { err, ok, ResultAsync } from 'neverthrow';
import type { ProjectRepository } from './project-repository.ts';
import { listAccessible, permittedProjects } from './permitted-projects.ts';

export interface GrantedPermission {
  readonly permission: Permission;
  /** The only project it is for. Absent if it holds outside of projects and in every registered one. */
  readonly projectId?: string;
}

/** An authenticated caller and what it may do. */
export interface Caller extends Principal {
  /** In the order of {@link PERMISSIONS}, then in ascending byte order of project. */
  readonly permissions: readonly GrantedPermission[];
}

/** The permissions that an operation needs in a project. */
const IN_PROJECTS = [
  'ADMIN',
  'PROJECT_CHANGE_REQUEST_READ',
  'PROJECT_CHANGE_REQUEST_WRITE',
  'SYNC',
  'READ_CALENDAR',
] as const satisfies readonly Permission[];

/** Returns the caller and its permissions, each implied one included. Authentication is enough. */
export const makeGetCaller = <Credentials>(
  ports: Ports<Credentials, { readonly projects: Pick<ProjectRepository, 'list'> }>,
) =>
  useCase(ports, undefined, (_input: unknown, principal, options) => {
    const isOutside = (permission: Permission) =>
      requirePermission(ports.authorizer, principal, permission, {}, options)
        .map(() => true)
        .orElse((error) => (error.type === 'NoAccess' ? ok(false) : err(error)));
    return listAccessible(ports, principal, options).andThen(({ projects, isLimited }) => {
      const ids = projects.map(({ id }) => id);
      const registered = isLimited ? Infinity : ids.length;
      return ResultAsync.combine(PERMISSIONS.map(isOutside)).andThen((outside) =>
        permittedProjects(ports, principal, IN_PROJECTS, ids, options).map((inProjects): Caller => {
          const granted = new Map<Permission, readonly string[]>(
            IN_PROJECTS.map((permission, index) => [permission, inProjects[index] ?? []]),
          );
          const permissions = PERMISSIONS.flatMap((permission, index) =>
            grantsOf(permission, outside[index] === true, granted.get(permission), registered),
          );
          return { name: principal.name, permissions };
        }),
      );
    });
  });

/**
 * @param inProjects the projects it is granted in; undefined if no operation needs it in a project
 * @param projects how many projects are registered; Infinity if there can be ones that were not asked about
 */
function grantsOf(
  permission: Permission,
  isOutside: boolean,
  inProjects: readonly string[] | undefined,
  projects: number,
): readonly GrantedPermission[] {
  const isEverywhere = inProjects === undefined || inProjects.length === projects;
  if (isOutside && isEverywhere) return [{ permission }];
  return (inProjects ?? []).map((projectId) => ({ permission, projectId }));
}
