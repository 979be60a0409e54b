import { isName } from '@forewarn/core';
import { definitionsIn, type FeatureUse } from '@forewarn/record';
import { featureEnvironmentSchema } from '@forewarn/wire';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { SearchedFeature } from './feature-search.ts';
import type { SyncOptions } from './sync-options.ts';
import { readAs } from './unleash-body.ts';
import { isAbsence, type UnleashFailure } from './unleash-failure.ts';

const seen = z.object({ lastSeenAt: z.iso.datetime({ offset: true }).nullish() });

/** What is read of a feature in the list of its project. */
export const listedFeature = seen.extend({
  name: z.string(),
  stale: z.boolean(),
  environments: z.array(seen.extend(featureEnvironmentSchema.shape)).optional(),
});

/** A feature in the list of its project. */
export type ListedFeature = z.output<typeof listedFeature>;

const detail = z.object({
  children: z.array(z.string()),
  dependencies: z.array(z.object({ feature: z.string() })),
  environments: z.array(featureEnvironmentSchema).optional().catch(undefined),
});

/** The stage of a feature that can be cleaned up. */
const COMPLETED = 'completed';

/**
 * Reads how the features of a project are used that are not archived. Unleash's search says which are parents or children, and only a
 * read of each says of whom: that is done of those that are stale or completed. Only such a read says of which definitions its
 * strategies are.
 *
 * @param searched what the search found of them, by name; of the others, stage and dependencies are not known
 */
export async function readFeatureUse(
  options: Pick<SyncOptions, 'api' | 'signal'>,
  projectId: string,
  features: readonly ListedFeature[],
  searched: ReadonlyMap<string, SearchedFeature>,
  strategyReads: StrategyReads,
): Promise<Result<readonly FeatureUse[], UnleashFailure>> {
  const uses: FeatureUse[] = [];
  for (const each of features.filter(({ name }) => isName(name))) {
    const found = searched.get(each.name);
    const related = await detailsOf(options, projectId, each, { found, strategyReads });
    if (related.isErr()) return err(related.error);
    const stage = found?.lifecycle?.stage;
    const lastSeenAt = lastSeenOf(each);
    uses.push({
      name: each.name,
      isStale: each.stale,
      ...(stage === undefined ? {} : { stage }),
      ...(lastSeenAt === undefined ? {} : { lastSeenAt }),
      ...related.value,
    });
  }
  return ok(uses);
}

/** How many features are read for their strategies only. */
export interface StrategyReads {
  left: number;
}

/** What is known beside the list. */
interface Known {
  readonly found: SearchedFeature | undefined;
  readonly strategyReads: StrategyReads;
}

/** Which features depend on a feature, on which it depends, and of which definitions its strategies are: without what is not read. */
async function detailsOf(
  { api, signal }: Pick<SyncOptions, 'api' | 'signal'>,
  projectId: string,
  feature: ListedFeature,
  { found, strategyReads }: Known,
): Promise<Result<Pick<FeatureUse, 'children' | 'parents' | 'definitions'>, UnleashFailure>> {
  const { name, stale, environments } = feature;
  const isDone = stale || found?.lifecycle?.stage === COMPLETED;
  const isRelated = typeof found?.dependencyType === 'string' && isDone;
  const listed = { ...relationsIn(found), ...definitionsAt(environments) };
  const hasOwn = environments?.some(({ hasStrategies }) => hasStrategies === true) === true;
  const isAsked = hasOwn && listed.definitions === undefined && strategyReads.left > 0;
  if (!isRelated && !isAsked) return ok(listed);
  if (!isRelated) strategyReads.left -= 1;
  const path = `/projects/${encodeURIComponent(projectId)}/features/${encodeURIComponent(name)}`;
  const read = await api.get(path, signal);
  if (read.isErr() && !isRelated) {
    // The rest is worth as much without it. A feature can have been archived since the list was read.
    if (!isAbsence(read.error)) strategyReads.left = 0;
    return ok(listed);
  }
  return read
    .andThen(readAs(detail, 'a feature without its children and dependencies'))
    .map(({ children, dependencies, environments: where }) => {
      const parents = dependencies.map((each) => each.feature);
      return { ...listed, children, parents, ...definitionsAt(where) };
    });
}

const definitionsAt = (
  environments: ListedFeature['environments'] | z.output<typeof detail>['environments'],
): Pick<FeatureUse, 'definitions'> => {
  const definitions = definitionsIn(environments);
  return definitions === undefined ? {} : { definitions };
};

/** What the search says of the features that depend on a feature, and of those that it depends on. A parent depends on none. */
function relationsIn({ dependencyType }: Partial<SearchedFeature> = {}): Pick<
  FeatureUse,
  'children' | 'parents'
> {
  if (dependencyType === undefined) return {};
  if (dependencyType === null) return { children: [], parents: [] };
  return dependencyType === 'parent' ? { parents: [] } : { children: [] };
}

/** The latest time; null if there is none, and undefined if Unleash says of no environment whether there is one. */
function lastSeenOf({ lastSeenAt, environments }: ListedFeature): string | null | undefined {
  const times = [lastSeenAt, ...(environments ?? []).map((each) => each.lastSeenAt)];
  const isTold = times.some((time) => time !== undefined) || environments?.length === 0;
  if (!isTold) return undefined;
  const known = times.flatMap((time) => time ?? []);
  return known.toSorted((a, b) => Date.parse(b) - Date.parse(a)).at(0) ?? null;
}
