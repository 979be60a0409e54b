import { isName } from '@forewarn/core';
import { definitionsIn, type FeatureUse } from '@forewarn/record';
import type { ReadDependency, ReadFeature } from '@forewarn/wire/documents';

/** Whether a feature says that it is archived, as in a list that has those, too. */
export const isArchived = ({ archived, archivedAt }: ReadFeature): boolean =>
  archived === true || typeof archivedAt === 'string';

/**
 * Learns from the files of an import how features are used. An export of Unleash says what is stale, and lists the dependencies;
 * a response of its search says when a feature was last seen, and its stage.
 */
export class ListedUse {
  readonly #uses = new Map<string, Map<string, FeatureUse>>();
  /** Projects with a feature that does not say whether it is stale. */
  readonly #unknown = new Set<string>();
  /** What the current file has. */
  readonly #features: ReadFeature[] = [];
  readonly #parents = new Map<string, readonly string[]>();
  /** What all files have: a feature can be in another one than those that depend on it. */
  readonly #allParents = new Map<string, readonly string[]>();
  /** What all files have, by parent; undefined while files are read. */
  #allChildren: ReadonlyMap<string, readonly string[]> | undefined;
  /** Whether the current file lists all dependencies of its features. */
  hasDependencies = false;

  /** The current file has a feature. */
  feature(feature: ReadFeature): undefined {
    this.#features.push(feature);
  }

  /** The current file has the dependencies of a feature. */
  dependency({ feature, dependencies }: ReadDependency): undefined {
    const parents = dependencies.map((each) => each.feature);
    this.#parents.set(feature, parents);
    this.#allParents.set(feature, parents);
  }

  /** The current file ends. What it says of a feature replaces what earlier files do. */
  end(): void {
    const children = childrenIn(this.#parents);
    for (const feature of this.#features) this.#keep(feature, children);
    this.#features.length = 0;
    this.#parents.clear();
    this.#allChildren = undefined;
    this.hasDependencies = false;
  }

  #keep(feature: ReadFeature, children: ReadonlyMap<string, readonly string[]>): void {
    const { name, project, stale } = feature;
    if (!isName(name) || isArchived(feature)) return;
    if (stale === undefined) {
      this.#unknown.add(project);
      return;
    }
    const ofProject = this.#uses.get(project) ?? new Map<string, FeatureUse>();
    this.#uses.set(project, ofProject);
    const stage = feature.lifecycle?.stage;
    const lastSeenAt = lastSeenOf(feature);
    const definitions = definitionsIn(feature.environments);
    ofProject.set(name, {
      ...ofProject.get(name),
      name,
      isStale: stale,
      ...(stage === undefined ? {} : { stage }),
      ...(lastSeenAt === undefined ? {} : { lastSeenAt }),
      ...(definitions === undefined ? {} : { definitions }),
      ...(feature.dependencyType === null ? { children: [], parents: [] } : {}),
      ...(this.hasDependencies
        ? { children: children.get(name) ?? [], parents: this.#parents.get(name) ?? [] }
        : {}),
    });
  }

  /** How the features of a project are used; undefined if the files don't say that of each. */
  of(projectId: string): readonly FeatureUse[] | undefined {
    if (this.#unknown.has(projectId)) return undefined;
    const ofProject = this.#uses.get(projectId);
    if (ofProject === undefined) return undefined;
    const children = (this.#allChildren ??= this.#childrenInAll());
    return [...ofProject.values()].map((use) =>
      use.children === undefined
        ? use
        : {
            ...use,
            children: [...new Set([...use.children, ...(children.get(use.name) ?? [])])],
          },
    );
  }

  #childrenInAll(): ReadonlyMap<string, readonly string[]> {
    const parents = new Map(this.#allParents);
    for (const use of [...this.#uses.values()].flatMap((each) => [...each.values()])) {
      if (use.parents !== undefined) parents.set(use.name, use.parents);
    }
    return childrenIn(parents);
  }
}

function childrenIn(
  parentsOf: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const [child, parents] of parentsOf) {
    for (const parent of parents) {
      const known = children.get(parent);
      if (known === undefined) children.set(parent, [child]);
      else known.push(child);
    }
  }
  return children;
}

/**
 * Only the environments say when a feature was last seen: an export lists none, and its own time is one of old. One that says
 * nothing, or what can't be read, may have seen it since.
 */
function lastSeenOf({ lastSeenAt, environments }: ReadFeature): string | null | undefined {
  if (environments?.every((each) => each.lastSeenAt !== undefined) !== true) return undefined;
  const times = [lastSeenAt, ...environments.map((each) => each.lastSeenAt)].flatMap(
    (time) => time ?? [],
  );
  return times.toSorted((a, b) => Date.parse(b) - Date.parse(a)).at(0) ?? null;
}
