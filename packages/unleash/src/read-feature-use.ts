import { isName } from '@forewarn/core';
import type { FeatureUse } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { SyncOptions } from './sync-options.ts';
import { jsonIn } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';
import { valuesIn } from './values-in.ts';

/** Page length of Unleash's search for features. */
const PAGE_LENGTH = 100;
/** Maximum number of pages of features in a project. */
const MAX_PAGES = 100;

const seen = z.object({ lastSeenAt: z.iso.datetime({ offset: true }).nullish() });

const listed = seen.extend({
  name: z.string(),
  stale: z.boolean(),
  lifecycle: z.object({ stage: z.string() }).nullish(),
  environments: z.array(seen).optional(),
  // Null of a feature that has no dependency, and is no parent.
  dependencyType: z.string().nullish(),
});

type Listed = z.output<typeof listed>;

const detail = z.object({
  children: z.array(z.string()),
  dependencies: z.array(z.object({ feature: z.string() })),
});

/** The stage of a feature that can be cleaned up. */
const COMPLETED = 'completed';

/**
 * Reads how the features of a project are used that are not archived. Unleash's search says which are parents or children, and only a
 * read of each says of whom: that is done of those that are stale or completed.
 */
export async function readFeatureUse(
  options: Pick<SyncOptions, 'api' | 'signal'>,
  projectId: string,
): Promise<Result<readonly FeatureUse[], UnleashFailure>> {
  const all = await listFeatures(options, projectId);
  if (all.isErr()) return err(all.error);
  const uses: FeatureUse[] = [];
  for (const each of all.value.filter(({ name }) => isName(name))) {
    const related = await relatedTo(options, projectId, each);
    if (related.isErr()) return err(related.error);
    const stage = each.lifecycle?.stage;
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

async function listFeatures(
  { api, signal }: Pick<SyncOptions, 'api' | 'signal'>,
  projectId: string,
): Promise<Result<readonly Listed[], UnleashFailure>> {
  const all = new Map<string, Listed>();
  const project = encodeURIComponent(projectId);
  const path = `/search/features?project=IS%3A${project}&limit=${PAGE_LENGTH}`;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read = await api.getValues(
      `${path}&offset=${page * PAGE_LENGTH}`,
      (body) => valuesIn(body, 'features', listed, signal),
      signal,
    );
    if (read.isErr()) return err(read.error);
    // One that is added meanwhile moves others to the next page.
    for (const each of read.value) all.set(each.name, each);
    if (read.value.length < PAGE_LENGTH) return ok([...all.values()]);
  }
  const found = `more than ${MAX_PAGES * PAGE_LENGTH} features`;
  return err({ type: 'UnleashUnreadable', path: '/search/features', found });
}

/** The features that depend on a feature, and those that it depends on: without what is not read. A parent depends on none. */
async function relatedTo(
  { api, signal }: Pick<SyncOptions, 'api' | 'signal'>,
  projectId: string,
  { name, stale, lifecycle, dependencyType }: Listed,
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

/** The latest time; null if there is none, and undefined if there can't be one. */
function lastSeenOf({ lastSeenAt, environments }: Listed): string | null | undefined {
  if (lastSeenAt === undefined && environments === undefined) return undefined;
  const times = [lastSeenAt, ...(environments ?? []).map((each) => each.lastSeenAt)].flatMap(
    (time) => time ?? [],
  );
  return times.toSorted((a, b) => Date.parse(b) - Date.parse(a)).at(0) ?? null;
}
