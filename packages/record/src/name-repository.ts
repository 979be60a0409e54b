import {
  type CallOptions,
  isName,
  type PortResult,
  type ProjectNotFound,
  type StoreUnavailable,
  type Target,
  targetValue,
} from '@forewarn/core';

/** The kinds of names: by the `kind` of a target. Variants have the name of their feature. Those of users are not known. */
export const NAME_KINDS = {
  feature: 'feature',
  featureVariants: 'feature',
  strategy: 'strategy',
  segment: 'segment',
  strategyDefinition: 'strategyDefinition',
  environment: 'environment',
  contextField: 'contextField',
} as const;

/** A kind of names. Those of archived features are among the features, too. */
export type NameKind = (typeof NAME_KINDS)[keyof typeof NAME_KINDS] | 'archivedFeature';

/** The name or id of something that exists in a project, or that a caller asks about. */
export interface Name {
  readonly kind: NameKind;
  /** A valid name (`isName`). */
  readonly value: string;
}

/** Returns the name of a target; undefined if names of its kind are never known, as those of users. */
export function nameOf(target: Target): Name | undefined {
  if (target.kind === 'user') return undefined;
  const value = targetValue(target);
  return isName(value) ? { kind: NAME_KINDS[target.kind], value } : undefined;
}

/** All names of some kinds that exist in a project at a time. What belongs to no project exists in each. */
export interface CompleteNames {
  readonly projectId: string;
  /** The time, as `Date.toISOString` writes it. */
  readonly asOf: string;
  /** The kinds that are listed completely. Each value is a valid name (`isName`). A value can repeat. */
  readonly lists: { readonly [Kind in NameKind]?: readonly string[] };
}

/** A question about names in projects. */
export interface NameQuestion {
  /** The ids of the projects to look in, each once. */
  readonly projectIds: readonly string[];
  /** Two can be the same. */
  readonly names: readonly Name[];
}

/**
 * What is known about a name.
 *
 * - `known`: it exists in at least one of the projects.
 * - `not-found`: it exists in none of them. `asOf` is the oldest time of their lists.
 * - `unchecked`: the names of its kind are not known completely in each of the projects, or there is no project.
 */
export type NameFinding =
  | { readonly state: 'known' | 'unchecked' }
  | { readonly state: 'not-found'; readonly asOf: string };

/** Maximum names that {@link NameRepository.near} returns. */
export const MAX_NEAR = 500;

/** Whether names are new, beside the options of each call. */
export interface AddOptions extends CallOptions {
  /** Whether they are in a change request that was not recorded before: what was missing is there again. */
  readonly areNew?: boolean;
}

/**
 * Knows which names exist in projects, so that a misspelt one does not look like one without scheduled changes. Names compare
 * byte for byte. They are copies: they are not exported, and record no events.
 */
export interface NameRepository {
  /**
   * Replaces all names of the listed kinds in a project, in one atomic step.
   *
   * - Kinds that are not listed must stay as they are.
   * - It must ignore a kind whose stored list has a later time, unless that is in the future (`isOutdated`).
   * - It must return `ProjectNotFound`, and change nothing, when no project has that id.
   * - The names must be gone once the project is deleted, also for a later project with that id.
   * - It must keep the names that were added to its list after its time, which it may lack.
   * - What scheduled change requests of the project touch must be missing from then on if a list of its kind lacks it, or if it
   *   is among the `archivedFeature` names, until a later list has it. If a list of change requests is of a later time, it
   *   must only end that something is missing: the change requests may be newer than the names.
   */
  replace(
    names: CompleteNames,
    options?: CallOptions,
  ): PortResult<void, ProjectNotFound | StoreUnavailable>;

  /**
   * Adds names that exist in a project to the complete lists of their kinds, until these are replaced. It must ignore a name
   * whose kind has no list: some names don't make one complete. It must do nothing in an unknown project. What is named and
   * `areNew` must no longer be missing or archived, except strategy definitions.
   */
  add(
    projectId: string,
    names: readonly Name[],
    options?: AddOptions,
  ): PortResult<void, StoreUnavailable>;

  /**
   * Returns what is known about each name, in the order of the question.
   *
   * - A name that exists in one of the projects must be `known`, whatever is known about the others.
   * - It must never be `not-found` because of a list that is being replaced.
   * - It must return `StoreUnavailable`, never `not-found`, when it can't know.
   */
  find(
    question: NameQuestion,
    options?: CallOptions,
  ): PortResult<readonly NameFinding[], StoreUnavailable>;

  /**
   * Returns the names of the same kind in the projects that a misspelt one may have been meant to be, each once, and never
   * the name itself. `nearestNames` finds them among all.
   *
   * - It must return names that have one of the name's thirds (`thirdsOf`) anywhere, with ASCII letters in either case, and
   *   whose length in code points differs by at most `maxTypos`. It must return no others.
   * - Those with more thirds must come first, then those nearer in length, then those first in byte order.
   * - It must return the first {@link MAX_NEAR}.
   */
  near(
    projectIds: readonly string[],
    name: Name,
    options?: CallOptions,
  ): PortResult<readonly string[], StoreUnavailable>;
}
