import { z } from 'zod';
import type { SyncOptions } from './sync-options.ts';
import { jsonIn } from './unleash-body.ts';

/** Maximum templates that are read. */
const MAX_TEMPLATES = 50;
const TEMPLATES = '/release-plan-templates';

const count = z.int().min(0);
const statistics = z.object({
  versionEnterprise: z.string(),
  releasePlans: count,
  releaseTemplates: count,
});
const templates = z.array(z.object({ id: z.string() })).max(MAX_TEMPLATES);
// It is `strategyName` before version 8.
const strategy = z.union([
  z.object({ name: z.string() }).transform(({ name }) => name),
  z.object({ strategyName: z.string() }).transform(({ strategyName }) => strategyName),
]);
const template = z.object({ milestones: z.array(z.object({ strategies: z.array(strategy) })) });

/**
 * Returns the names of the definitions of the milestones of release plans and their templates in Unleash, each once. Undefined if
 * that is not known: there are release plans, each of which would have to be read of each environment of each feature, or not all
 * templates could be read. Archived templates are not listed.
 */
export async function plannedDefinitions({
  api,
  signal,
}: Pick<SyncOptions, 'api' | 'signal'>): Promise<readonly string[] | undefined> {
  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const got = (await api.get(path, signal)).andThen(jsonIn);
    return schema.safeParse(got.unwrapOr(undefined)).data;
  };
  const found = await read('/instance-admin/statistics', statistics);
  if (found === undefined || found.releasePlans > 0) return undefined;
  // The open-source edition has a template that is built in, and no API to change it.
  if (found.versionEnterprise === '') return [];
  const listed = await read(TEMPLATES, templates);
  // Those of projects are in no list.
  if (listed?.length !== found.releaseTemplates) return undefined;
  const names = new Set<string>();
  for (const { id } of listed) {
    const whole = await read(`${TEMPLATES}/${encodeURIComponent(id)}`, template);
    if (whole === undefined) return undefined;
    for (const { strategies } of whole.milestones) strategies.forEach((name) => names.add(name));
  }
  return [...names];
}
