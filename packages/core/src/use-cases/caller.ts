import { err, ok, ResultAsync } from 'neverthrow';
import { type Permission, PERMISSIONS, type Principal } from '../model/permission.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { makeAdmit, authorize } from './admit.ts';
import { permittedProjects } from './permitted-projects.ts';
import type { UseCase } from './use-case.ts';

/** A permission of a caller. */
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

/** Returns the caller and its permissions, each implied one included. Authentication is enough. */
export type GetCaller<Credentials> = UseCase<Credentials, unknown, Caller>;

/** The permissions that an operation needs in a project. */
const IN_PROJECTS = [
  'ADMIN',
  'PROJECT_CHANGE_REQUEST_READ',
  'PROJECT_CHANGE_REQUEST_WRITE',
  'SYNC',
  'READ_CALENDAR',
] as const satisfies readonly Permission[];

/** Makes the use case {@link GetCaller}. */
export function makeGetCaller<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'list'>;
}): GetCaller<Credentials> {
  const admit = makeAdmit(ports);
  const { authorizer } = ports;
  return ({ credentials, admissions, signal }) =>
    admit({ credentials, admissions, permission: undefined, signal }).andThen((principal) =>
      ports.projects.list({ signal }).andThen((projects) => {
        const ids = projects.map(({ id }) => id);
        const isOutside = (permission: Permission) =>
          authorize(authorizer, principal, permission, {}, { signal })
            .map(() => true)
            .orElse((error) => (error.type === 'NoAccess' ? ok(false) : err(error)));
        return ResultAsync.combine(PERMISSIONS.map(isOutside)).andThen((outside) =>
          permittedProjects(authorizer, principal, IN_PROJECTS, ids, { signal }).map(
            (inProjects) => {
              const granted = new Map<Permission, readonly string[]>(
                IN_PROJECTS.map((permission, index) => [permission, inProjects[index] ?? []]),
              );
              const permissions = PERMISSIONS.flatMap((permission, index) =>
                grantsOf(permission, outside[index] === true, granted.get(permission), ids.length),
              );
              return { name: principal.name, permissions };
            },
          ),
        );
      }),
    );
}

/** @param inProjects the projects it is granted in; undefined if no operation needs it in a project */
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
