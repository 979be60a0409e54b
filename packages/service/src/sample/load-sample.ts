import type { Store, StoreUnavailable } from '@forewarn/core';
import { ok, okAsync, type ResultAsync } from 'neverthrow';
import { isSampleProject, SAMPLE_PROJECT, sampleState } from './sample-state.ts';

/** Loads the sample into a store without projects. Returns whether the store now holds the sample and no other project. */
export function loadSample(
  store: Pick<Store, 'projects' | 'transfer'>,
): ResultAsync<boolean, StoreUnavailable> {
  return store.projects.list().andThen((projects) => {
    if (projects.length > 0) return okAsync(projects.every(isSampleProject));
    return store.transfer
      .import<never>(sampleEntries())
      .map(() => true)
      .mapErr((error) => {
        if (error.type === 'DataOutdated') throw new Error('the sample is no sync');
        return error;
      });
  });
}

async function* sampleEntries() {
  const now = new Date();
  for (const entry of sampleState(now)) yield ok(entry);
  yield ok({
    kind: 'complete',
    projectId: SAMPLE_PROJECT.id,
    asOf: now.toISOString(),
    source: 'import',
  } as const);
}
