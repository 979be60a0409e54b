import { err, ok, ResultAsync } from 'neverthrow';
import type { AuthorizerUnavailable } from '../errors.ts';
import type { Principal } from '../model/principal.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';

/** Returns the ids of the projects in which the principal has PROJECT_CHANGE_REQUEST_READ. */
export function readableProjects<Credentials>(
  authorizer: Authorizer<Credentials>,
  principal: Principal,
  projectIds: readonly string[],
  { signal }: CallOptions,
): ResultAsync<ReadonlySet<string>, AuthorizerUnavailable> {
  const ifReadable = (projectId: string) =>
    authorizer
      .authorize(principal, 'PROJECT_CHANGE_REQUEST_READ', { projectId }, { signal })
      .map((): readonly string[] => [projectId])
      .orElse((error) => (error.type === 'NoAccess' ? ok([]) : err(error)));
  return ResultAsync.combine(projectIds.map(ifReadable)).map((ids) => new Set(ids.flat()));
}
