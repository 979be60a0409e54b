import type { Store, StoreUnavailable } from '@forewarn/core';
import { ok, okAsync, type ResultAsync } from 'neverthrow';
import { SAMPLE_STATE } from './sample-state.ts';

/** Loads the sample into a store that has no projects. */
export function loadSample(
  store: Pick<Store, 'projects' | 'transfer'>,
): ResultAsync<void, StoreUnavailable> {
  return store.projects.list().andThen((projects) => {
    if (projects.length > 0) return okAsync();
    return store.transfer.import<never>(sampleEntries()).map(() => {});
  });
}

async function* sampleEntries() {
  for (const entry of SAMPLE_STATE) yield ok(entry);
}
