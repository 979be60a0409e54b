import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import type { FeatureUseRepository, ProjectFeatureUse } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';

const PROJECTS_AT_ONCE = 20;

/** Knows how features are used. */
export interface UsePorts {
  readonly featureUse: Pick<FeatureUseRepository, 'find'>;
}

/** Reads how the features of projects are used, in their order, as far as the caller goes on. Stops after the first error. */
export async function* usesIn(
  { featureUse }: UsePorts,
  projectIds: readonly string[],
  options: CallOptions,
): AsyncGenerator<Result<ProjectFeatureUse, StoreUnavailable>, void> {
  for (let at = 0; at < projectIds.length; at += PROJECTS_AT_ONCE) {
    const found = await featureUse.find(projectIds.slice(at, at + PROJECTS_AT_ONCE), options);
    if (found.isErr()) return yield err(found.error);
    for (const use of found.value) yield ok(use);
  }
}
