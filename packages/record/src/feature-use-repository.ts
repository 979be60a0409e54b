import type { CallOptions, PortResult, ProjectNotFound, StoreUnavailable } from '@forewarn/core';

/** How a feature that is not archived is used, as Unleash says. What could not be read is absent. */
export interface FeatureUse {
  /** A valid name (`isName`). */
  readonly name: string;
  /** Whether Unleash calls it stale. */
  readonly isStale: boolean;
  /** The stage of its lifecycle, such as `completed`. */
  readonly stage?: string;
  /** When an application last asked for it in any environment, in ISO 8601; null if none ever did. */
  readonly lastSeenAt?: string | null;
  /** The names of the features that depend on it. */
  readonly children?: readonly string[];
  /** The names of the features that it depends on. */
  readonly parents?: readonly string[];
  /** The names of the definitions of its strategies in all environments. */
  readonly definitions?: readonly string[];
}

/** What Unleash says of the strategies of a feature in one environment. */
export interface EnvironmentStrategies {
  readonly hasStrategies?: boolean | undefined;
  readonly strategies?: readonly { readonly name: string }[] | undefined;
}

/** Returns the names of the definitions of the strategies in environments, each once; undefined if one does not tell them. */
export function definitionsIn(
  environments: readonly EnvironmentStrategies[] | undefined,
): readonly string[] | undefined {
  const isTold = environments?.every(({ hasStrategies, strategies }) =>
    strategies === undefined
      ? hasStrategies === false
      : hasStrategies !== true || strategies.length > 0,
  );
  if (isTold !== true) return undefined;
  const all = environments?.flatMap(({ strategies }) => strategies ?? []);
  return [...new Set(all?.map(({ name }) => name))];
}

/** How all features of a project are used, at a time. */
export interface ProjectFeatureUse {
  readonly projectId: string;
  /** The time, in ISO 8601, UTC. */
  readonly asOf: string;
  /** Each once. */
  readonly features: readonly FeatureUse[];
  /**
   * The names of the definitions of the milestones of release plans and their templates, in any project, whether started or not.
   * Absent if they are not known.
   */
  readonly plannedDefinitions?: readonly string[];
}

/** Knows how features are used, beside what is scheduled. These are copies: they are not exported, and record no events. */
export interface FeatureUseRepository {
  /**
   * Replaces what is known of all features of a project, in one atomic step.
   *
   * - It must ignore what is older than what is stored, unless that is of the future (`isOutdated`).
   * - It must return `ProjectNotFound` when no project has that id.
   * - It must be gone once the project is deleted, also for a later project with that id.
   */
  replace(
    use: ProjectFeatureUse,
    options?: CallOptions,
  ): PortResult<void, ProjectNotFound | StoreUnavailable>;

  /**
   * Returns what is known of these projects, in ascending byte order of id: nothing of a project of which nothing was stored.
   *
   * - What it returns must be the caller's own: mutating it changes nothing in the store.
   * - It must return `StoreUnavailable`, never nothing, when it can't know.
   */
  find(
    projectIds: readonly string[],
    options?: CallOptions,
  ): PortResult<readonly ProjectFeatureUse[], StoreUnavailable>;
}
