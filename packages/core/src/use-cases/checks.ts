import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import type {
  ChangeRequestNotFound,
  DataTooOld,
  OwnedByUpstream,
  PreconditionFailed,
  ProjectNotFound,
  StoreUnavailable,
  StrategyNotFound,
} from '../errors.ts';
import type { ProjectCoverage } from '../model/project.ts';
import { isName } from '../model/name.ts';
import type { ChangeRequestKey } from '../model/scheduled-change-request.ts';
import { distinctTargets, type SearchedTarget, targetValue } from '../model/target.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { OriginRepository } from '../ports/follower-store.ts';
import { attempt, toResultAsync } from '../ports/port-result.ts';
import type { Upstream } from '../ports/upstream.ts';
import { isCurrent } from '../rules/outcome-of.ts';

/** How old data may be. */
export interface DataAgeLimit {
  /** Older data, and data that was never complete, says nothing. Any age is allowed when absent. */
  readonly maxDataAgeMs?: number | undefined;
}

/** Returns the time before which data is too old now; undefined when any age is allowed. */
export const notBeforeNow = ({ maxDataAgeMs }: DataAgeLimit): string | undefined =>
  maxDataAgeMs === undefined ? undefined : new Date(Date.now() - maxDataAgeMs).toISOString();

/** The error for a project whose data was never complete, where any age is not enough. */
export const neverComplete = (
  projectId: string,
  { maxDataAgeMs = Infinity }: DataAgeLimit,
): DataTooOld => ({ type: 'DataTooOld', projectId, coverage: { kind: 'none' }, maxDataAgeMs });

/** Returns `DataTooOld` for the first project whose data is older than allowed. */
export function unlessTooOld(
  projects: readonly ProjectCoverage[],
  limit: DataAgeLimit,
): Result<void, DataTooOld> {
  const { maxDataAgeMs } = limit;
  if (maxDataAgeMs === undefined) return ok();
  const notBefore = notBeforeNow(limit);
  for (const { projectId, coverage } of projects) {
    if (coverage.kind === 'live' || isCurrent(coverage, notBefore)) continue;
    return err({ type: 'DataTooOld', projectId, coverage, maxDataAgeMs });
  }
  return ok();
}

/** The owner of projects and strategy definitions. */
export interface Ownership<Called extends keyof Upstream = 'url'> {
  /** Absent if the store owns them. */
  readonly upstream?: Pick<Upstream, Called> | undefined;
}

/** Who knows whether the store lacks projects. */
export interface Hiding extends Ownership<'hidesProjects'> {
  /** Asked if there is no upstream, since another process may have copied one. */
  readonly origins?: Pick<OriginRepository, 'hidesProjects'> | undefined;
}

/** Returns whether there may be projects that no sync copies. */
export const hidesProjects = (
  { upstream, origins }: Hiding,
  options: CallOptions,
): ResultAsync<boolean, StoreUnavailable> =>
  toResultAsync<boolean, StoreUnavailable>(
    (upstream ?? origins)?.hidesProjects(options) ?? okAsync(false),
  );

/** Returns `OwnedByUpstream` if there is an upstream. */
export const unlessOwned = ({ upstream }: Ownership): Result<void, OwnedByUpstream> =>
  upstream === undefined ? ok() : err({ type: 'OwnedByUpstream', url: upstream.url });

/** Returns `ProjectNotFound` for an id that no project can have. */
export const unlessNoProject = (projectId: string): Result<void, ProjectNotFound> =>
  isName(projectId) ? ok() : err({ type: 'ProjectNotFound', projectId });

/** Returns `ProjectNotFound` if a store looked in no project: it ignores one that isn't registered. */
export const unlessUnregistered = (
  projectId: string,
  looked: readonly ProjectCoverage[],
): Result<void, ProjectNotFound> =>
  looked.length > 0 ? ok() : err({ type: 'ProjectNotFound', projectId });

/** Returns `StrategyNotFound` for a name that no strategy definition can have. */
export const unlessNoStrategy = (name: string): Result<void, StrategyNotFound> =>
  isName(name) ? ok() : err({ type: 'StrategyNotFound', name });

/** Returns `ChangeRequestNotFound` for a key that no change request can have. */
export const unlessNoChangeRequest = ({
  projectId,
  id,
}: ChangeRequestKey): Result<void, ChangeRequestNotFound> =>
  isName(projectId) && Number.isSafeInteger(id)
    ? ok()
    : err({ type: 'ChangeRequestNotFound', projectId, id });

/** Removes duplicates, and targets whose value isn't a valid name: they match nothing. */
export const namedTargets = (anyOf: readonly SearchedTarget[]): readonly SearchedTarget[] =>
  distinctTargets(anyOf).filter((target) => isName(targetValue(target)));

/** Returns the error of a write without a precondition. */
export function withoutPrecondition<E extends { readonly type: string }>(
  error: E | PreconditionFailed,
): Exclude<E, PreconditionFailed> {
  if (error.type === 'PreconditionFailed') throw new Error('there is no precondition');
  return error as Exclude<E, PreconditionFailed>;
}

/** Returns the value of work, or `StoreUnavailable`, as a store would, if it threw the reason of the aborted signal. */
export const unlessAborted = <T>(
  options: CallOptions,
  work: () => Promise<T>,
): ResultAsync<T, StoreUnavailable> =>
  attempt(
    () => false,
    options,
    async () => ok(await work()),
  );
