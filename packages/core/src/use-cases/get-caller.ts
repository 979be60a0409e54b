import { err, ok, ResultAsync } from 'neverthrow';
import type { AuthorizerUnavailable } from '../errors.ts';
import { type Permission, PERMISSIONS } from '../model/permission.ts';
import type { Principal } from '../model/principal.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { ProjectRepository } from '../ports/project-repository.ts';
import { makeAdmit } from './admit.ts';
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
const IN_PROJECTS: ReadonlySet<Permission> = new Set([
  'ADMIN',
  'PROJECT_CHANGE_REQUEST_READ',
  'PROJECT_CHANGE_REQUEST_WRITE',
  'SYNC',
  'READ_CALENDAR',
]);

/** Makes the use case {@link GetCaller}. */
export function makeGetCaller<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly projects: Pick<ProjectRepository, 'list'>;
}): GetCaller<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, signal }) =>
    admit({ credentials, permission: undefined, signal }).andThen((principal) =>
      ports.projects
        .list({ signal })
        .andThen((projects) => {
          const ids = projects.map(({ id }) => id);
          const grants = grantsTo(ports.authorizer, principal, ids, { signal });
          return ResultAsync.combine(PERMISSIONS.map(grants));
        })
        .map((grants) => ({ name: principal.name, permissions: grants.flat() })),
    );
}

const grantsTo =
  <Credentials>(
    authorizer: Authorizer<Credentials>,
    principal: Principal,
    projectIds: readonly string[],
    options: CallOptions,
  ) =>
  (permission: Permission): ResultAsync<readonly GrantedPermission[], AuthorizerUnavailable> => {
    const ids = IN_PROJECTS.has(permission) ? projectIds : [];
    const isGrantedOutside = authorizer
      .authorize(principal, permission, {}, options)
      .map(() => true)
      .orElse((error) => (error.type === 'NoAccess' ? ok(false) : err(error)));
    return ResultAsync.combine([
      isGrantedOutside,
      permittedProjects(authorizer, principal, permission, ids, options),
    ]).map(([isOutside, permitted]) =>
      isOutside && permitted.length === ids.length
        ? [{ permission }]
        : permitted.map((projectId) => ({ permission, projectId })),
    );
  };
