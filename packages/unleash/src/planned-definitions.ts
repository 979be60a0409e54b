import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { SyncOptions } from './sync-options.ts';
import { readAs } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';

const MAX_TEMPLATES = 50;
const TEMPLATES = '/release-plan-templates';

const count = z.int().min(0);
const statistics = z.object({
  versionEnterprise: z.string(),
  releasePlans: count,
  releaseTemplates: count,
});
const templates = z.array(z.object({ id: z.string() }));
// It is `strategyName` before version 8.
const strategy = z.union([
  z.object({ name: z.string() }).transform(({ name }) => name),
  z.object({ strategyName: z.string() }).transform(({ strategyName }) => strategyName),
]);
const template = z.object({ milestones: z.array(z.object({ strategies: z.array(strategy) })) });

/**
 * Returns the names of the definitions of the milestones of release plans and their templates in Unleash, each once. Undefined if
 * Unleash does not tell: there are release plans, each of which would have to be read of each environment of each feature, or
 * not all templates are listed, or they are too many. Archived templates are not listed.
 */
export async function plannedDefinitions({
  api,
  signal,
}: Pick<SyncOptions, 'api' | 'signal'>): Promise<
  Result<readonly string[] | undefined, UnleashFailure>
> {
  const read = async <T>(path: string, schema: z.ZodType<T>, found: string) =>
    (await api.get(path, signal)).andThen(readAs(schema, found));
  const counts = await read(
    '/instance-admin/statistics',
    statistics,
    'statistics without release plans',
  );
  if (counts.isErr()) return err(counts.error);
  const { versionEnterprise, releasePlans, releaseTemplates } = counts.value;
  if (releasePlans > 0) return ok(undefined);
  // The open-source edition has a template that is built in, and no API to change it.
  if (versionEnterprise === '') return ok([]);
  const listed = await read(TEMPLATES, templates, 'no release templates');
  if (listed.isErr()) return err(listed.error);
  // Those of projects are in no list.
  const isWhole = listed.value.length === releaseTemplates;
  if (!isWhole || releaseTemplates > MAX_TEMPLATES) return ok(undefined);
  const names = new Set<string>();
  for (const { id } of listed.value) {
    const path = `${TEMPLATES}/${encodeURIComponent(id)}`;
    const whole = await read(path, template, 'a release template without its strategies');
    if (whole.isErr()) return err(whole.error);
    for (const { strategies } of whole.value.milestones) {
      strategies.forEach((name) => names.add(name));
    }
  }
  return ok([...names]);
}
