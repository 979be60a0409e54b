import {
  requirePermission,
  type Authorizer,
  type AuthorizerUnavailable,
  type CallOptions,
  invalid,
  isName,
  type Permission,
  type Ports,
  type Principal,
  resultOf,
  type StoreUnavailable,
  toResultAsync,
} from '@forewarn/core';
import { timeSlices } from '@forewarn/platform';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { ProjectRepository } from './project-repository.ts';
import type { CoveredProject } from './project.ts';

/** Maximum calls of `authorize` at the same time for one request. */
const MAX_AT_ONCE = 16;

/** Returns, for each permission, the ids of the projects in which the principal has it, in their order. */
export const permittedProjects = (
  { authorizer }: Ports<unknown>,
  principal: Principal,
  permissions: readonly Permission[],
  projectIds: readonly string[],
  options: CallOptions,
): ResultAsync<readonly (readonly string[])[], AuthorizerUnavailable> =>
  authorizer.permitted === undefined
    ? new ResultAsync(askForEach(authorizer, principal, permissions, projectIds, options))
    : ResultAsync.combine(
        permissions.map(
          (permission) =>
            new ResultAsync(askForAll(authorizer, principal, permission, projectIds, options)),
        ),
      );

/** Returns the ids of the projects in which the principal has PROJECT_CHANGE_REQUEST_READ. */
export const readableProjects = (
  ports: Ports<unknown>,
  principal: Principal,
  projectIds: readonly string[],
  options: CallOptions,
): ResultAsync<ReadonlySet<string>, AuthorizerUnavailable> =>
  permittedProjects(ports, principal, ['PROJECT_CHANGE_REQUEST_READ'], projectIds, options).map(
    ([ids]) => new Set(ids),
  );

/** Returns a function that does the same several times for one request, and asks about each project once. */
export function rememberReadable(
  ports: Ports<unknown>,
  principal: Principal,
  options: CallOptions,
) {
  const asked = new Set<string>();
  const readable = new Set<string>();
  return (
    projectIds: readonly string[],
  ): ResultAsync<ReadonlySet<string>, AuthorizerUnavailable> => {
    const others = projectIds.filter((id) => !asked.has(id));
    return readableProjects(ports, principal, others, options).map((found) => {
      for (const id of others) asked.add(id);
      for (const id of found) readable.add(id);
      return new Set(projectIds.filter((id) => readable.has(id)));
    });
  };
}

/**
 * Returns the registered projects in which the principal can have a permission, and whether it is limited to some: then
 * there can be others.
 */
export const listAccessible = (
  { authorizer, projects }: Ports<unknown, { readonly projects: Pick<ProjectRepository, 'list'> }>,
  principal: Principal,
  options: CallOptions,
): ResultAsync<
  { readonly projects: readonly CoveredProject[]; readonly isLimited: boolean },
  StoreUnavailable
> => {
  const limit: unknown = authorizer.limitedTo?.(principal);
  if (limit !== undefined && !isTexts(limit)) throw invalid('limitedTo', 'a list of project ids');
  const projectIds = limit === undefined ? {} : { projectIds: [...new Set(limit)].filter(isName) };
  return toResultAsync(projects.list({ ...options, ...projectIds })).map((found) => ({
    projects: found,
    isLimited: limit !== undefined,
  }));
};

/**
 * Returns the projects that {@link listAccessible} finds, and the ids of those in which the principal has
 * PROJECT_CHANGE_REQUEST_READ.
 *
 * @param known the id of a project of which the authorizer said so before
 */
export const listReadable = (
  ports: Ports<unknown, { readonly projects: Pick<ProjectRepository, 'list'> }>,
  principal: Principal,
  options: CallOptions,
  known?: string,
) =>
  listAccessible(ports, principal, options).andThen(({ projects, isLimited }) => {
    const others = projects.map(({ id }) => id).filter((id) => id !== known);
    return readableProjects(ports, principal, others, options).map((found) => {
      const readable = known === undefined ? found : new Set([...found, known]);
      const hasNone = readable.size === 0 && (isLimited || projects.length > 0);
      return { projects, readable, hasNone };
    });
  });

async function askForAll(
  authorizer: Authorizer<unknown>,
  principal: Principal,
  permission: Permission,
  projectIds: readonly string[],
  options: CallOptions,
): Promise<Result<readonly string[], AuthorizerUnavailable>> {
  if (projectIds.length === 0) return ok([]);
  const returned = await authorizer.permitted?.(principal, permission, projectIds, options);
  const result = resultOf('permitted', returned as Result<unknown, AuthorizerUnavailable>);
  if (result.isErr()) return err(result.error);
  if (result.value === projectIds) return ok(projectIds);
  if (!isTexts(result.value)) throw invalid('permitted', 'a list of project ids');
  const permitted = new Set(result.value);
  return ok(projectIds.filter((id) => permitted.has(id)));
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

async function askForEach(
  authorizer: Authorizer<unknown>,
  principal: Principal,
  permissions: readonly Permission[],
  projectIds: readonly string[],
  options: CallOptions,
): Promise<Result<readonly (readonly string[])[], AuthorizerUnavailable>> {
  const { signal } = options;
  const permitted = new Map(permissions.map((permission) => [permission, new Set<string>()]));
  const questions = eachOf(permitted, projectIds);
  const pause = timeSlices();
  let failed: AuthorizerUnavailable | undefined;
  const work = async (): Promise<void> => {
    for (const [permission, ids, projectId] of questions) {
      // The authorizer may decide in memory.
      await pause();
      if (signal?.aborted) failed ??= { type: 'AuthorizerUnavailable', cause: signal.reason };
      if (failed !== undefined) return;
      const result = await requirePermission(
        authorizer,
        principal,
        permission,
        { projectId },
        options,
      );
      if (result.isOk()) ids.add(projectId);
      else if (result.error.type !== 'NoAccess') failed ??= result.error;
    }
  };
  // They share the questions.
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
  if (failed !== undefined) return err(failed);
  return ok([...permitted.values()].map((ids) => projectIds.filter((id) => ids.has(id))));
}

function* eachOf(
  permitted: ReadonlyMap<Permission, Set<string>>,
  projectIds: readonly string[],
): Generator<readonly [Permission, Set<string>, projectId: string]> {
  for (const [permission, ids] of permitted) {
    for (const projectId of projectIds) yield [permission, ids, projectId];
  }
}
