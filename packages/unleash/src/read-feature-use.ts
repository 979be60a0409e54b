import { isName } from '@forewarn/core';
import type { FeatureUse } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { SearchedFeature } from './feature-search.ts';
import type { SyncOptions } from './sync-options.ts';
import { jsonIn } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';

const seen = z.object({ lastSeenAt: z.iso.datetime({ offset: true }).nullish() });

/** What is read of a feature in the list of its project. */
export const listedFeature = seen.extend({
  name: z.string(),
  stale: z.boolean(),
  environments: z.array(seen).optional(),
});

/** A feature in the list of its project. */
export type ListedFeature = z.output<typeof listedFeature>;

const detail = z.object({
  children: z.array(z.string()),
  dependencies: z.array(z.object({ feature: z.string() })),
});

/** The stage of a feature that can be cleaned up. */
const COMPLETED = 'completed';

/**
 * Reads how the features of a project are used that are not archived. Unleash's search says which are parents or children, and only a
 * read of each says of whom: that is done of those that are stale or completed.
 *
 * @param searched what the search found of them, by name; of the others, stage and dependencies are not known
 */
export async function readFeatureUse(
  options: Pick<SyncOptions, 'api' | 'signal'>,
  projectId: string,
  features: readonly ListedFeature[],
  searched: ReadonlyMap<string, SearchedFeature>,
): Promise<Result<readonly FeatureUse[], UnleashFailure>> {
  const uses: FeatureUse[] = [];
  for (const each of features.filter(({ name }) => isName(name))) {
    const found = searched.get(each.name);
    const related = await relatedTo(options, projectId, each, found);
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

/** The features that depend on a feature, and those that it depends on: without what is not read. A parent depends on none. */
async function relatedTo(
  { api, signal }: Pick<SyncOptions, 'api' | 'signal'>,
  projectId: string,
  { name, stale }: ListedFeature,
  { dependencyType, lifecycle }: Partial<SearchedFeature> = {},
): Promise<Result<Pick<FeatureUse, 'children' | 'parents'>, UnleashFailure>> {
  if (dependencyType === undefined) return ok({});
  if (dependencyType === null) return ok({ children: [], parents: [] });
  if (!stale && lifecycle?.stage !== COMPLETED) {
    return ok(dependencyType === 'parent' ? { parents: [] } : { children: [] });
  }
  const path = `/projects/${encodeURIComponent(projectId)}/features/${encodeURIComponent(name)}`;
  const read = await api.get(path, signal);
  return read.andThen(jsonIn).andThen((json) => {
    const { data } = detail.safeParse(json);
    if (data === undefined) {
      const found = 'a feature without its children and dependencies';
      return err({ type: 'UnleashUnreadable', path, found } as const);
    }
    const parents = data.dependencies.map(({ feature }) => feature);
    return ok({ children: data.children, parents });
  });
}

/** The latest time; null if there is none, and undefined if Unleash says of no environment whether there is one. */
function lastSeenOf({ lastSeenAt, environments }: ListedFeature): string | null | undefined {
  const times = [lastSeenAt, ...(environments ?? []).map((each) => each.lastSeenAt)];
  const isTold = times.some((time) => time !== undefined) || environments?.length === 0;
  if (!isTold) return undefined;
  const known = times.flatMap((time) => time ?? []);
  return known.toSorted((a, b) => Date.parse(b) - Date.parse(a)).at(0) ?? null;
}
