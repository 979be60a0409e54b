import { err, ok, ResultAsync } from 'neverthrow';
import type { AuthorizerUnavailable } from '../errors.ts';
import type { Permission } from '../model/permission.ts';
import type { Principal } from '../model/principal.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';

/** Returns the ids of the projects in which the principal has a permission, in their order. */
export function permittedProjects<Credentials>(
  authorizer: Authorizer<Credentials>,
  principal: Principal,
  permission: Permission,
  projectIds: readonly string[],
  { signal }: CallOptions,
): ResultAsync<readonly string[], AuthorizerUnavailable> {
  const ifPermitted = (projectId: string) =>
    authorizer
      .authorize(principal, permission, { projectId }, { signal })
      .map((): readonly string[] => [projectId])
      .orElse((error) => (error.type === 'NoAccess' ? ok([]) : err(error)));
  return ResultAsync.combine(projectIds.map(ifPermitted)).map((ids) => ids.flat());
}

/** Returns the ids of the projects in which the principal has PROJECT_CHANGE_REQUEST_READ. */
export const readableProjects = <Credentials>(
  authorizer: Authorizer<Credentials>,
  principal: Principal,
  projectIds: readonly string[],
  options: CallOptions,
): ResultAsync<ReadonlySet<string>, AuthorizerUnavailable> =>
  permittedProjects(authorizer, principal, 'PROJECT_CHANGE_REQUEST_READ', projectIds, options).map(
    (ids) => new Set(ids),
  );
