import type { Store, StoreUnavailable } from '@forewarn/core';
import { ok, okAsync, type ResultAsync } from 'neverthrow';
import { isSampleProject, SAMPLE_PROJECT, SAMPLE_STATE } from './sample-state.ts';

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
  for (const entry of SAMPLE_STATE) yield ok(entry);
  yield ok({
    kind: 'complete',
    projectId: SAMPLE_PROJECT.id,
    asOf: new Date().toISOString(),
    source: 'import',
  } as const);
}
