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
  /** Whether the current file lists all dependencies of its features. */
  hasDependencies = false;

  /** The current file has a feature. */
  feature(feature: ReadFeature): undefined {
    this.#features.push(feature);
  }

  /** The current file has the dependencies of a feature. */
  dependency({ feature, dependencies }: ReadDependency): undefined {
    this.#parents.set(
      feature,
      dependencies.map((each) => each.feature),
    );
  }

  /** The current file ends. What it says of a feature replaces what earlier files do. */
  end(): void {
    const children = new Map<string, string[]>();
    for (const [child, parents] of this.#parents) {
      for (const parent of parents) {
        const known = children.get(parent);
        if (known === undefined) children.set(parent, [child]);
        else known.push(child);
      }
    }
    for (const feature of this.#features) this.#keep(feature, children);
    this.#features.length = 0;
    this.#parents.clear();
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
    return ofProject === undefined ? undefined : [...ofProject.values()];
  }
}

/** Only the environments say when a feature was last seen: an export lists none, and its own time is one of old. */
function lastSeenOf({ lastSeenAt, environments }: ReadFeature): string | null | undefined {
  if (environments === undefined) return undefined;
  const times = [lastSeenAt, ...environments.map((each) => each.lastSeenAt)].flatMap(
    (time) => time ?? [],
  );
  return times.toSorted((a, b) => Date.parse(b) - Date.parse(a)).at(0) ?? null;
}
