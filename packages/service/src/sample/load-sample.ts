import { type Store, type StoreUnavailable, toResultAsync } from '@forewarn/core';
import type { ApiKey, ApiKeyRepository } from '@forewarn/core/operator';
import { ok, okAsync, type ResultAsync } from 'neverthrow';
import { hashSecret } from '../keys/api-key-authorizer.ts';
import { isSampleProject, SAMPLE_PROJECTS, sampleState } from './sample-state.ts';

/** Loads the sample into a store without projects. Returns whether the store now holds the sample and no other project. */
export function loadSample(
  store: Pick<Store, 'projects' | 'transfer'>,
): ResultAsync<boolean, StoreUnavailable> {
  return toResultAsync(store.projects.list()).andThen((projects) => {
    if (projects.length > 0) return okAsync(projects.every(isSampleProject));
    return toResultAsync(store.transfer.import<never>(sampleEntries()))
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
  const asOf = now.toISOString();
  for (const { id: projectId } of SAMPLE_PROJECTS) {
    yield ok({ kind: 'complete', projectId, asOf, source: 'import' } as const);
  }
}

/** The secret in the README. It is public, so it is never stored and permits only what the README's examples need. */
export const SAMPLE_SECRET = 'forewarn-sample-key';

const SAMPLE_KEY: ApiKey = {
  name: 'sample',
  secretHash: hashSecret(SAMPLE_SECRET),
  permissions: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'],
  projects: SAMPLE_PROJECTS.map(({ id }) => id),
};

/** The store's keys, and the sample's key while the store holds no other project. */
export function withSampleKey({
  apiKeys,
  projects,
}: Pick<Store, 'apiKeys' | 'projects'>): Pick<ApiKeyRepository, 'find' | 'list'> {
  const sampleKeys = () =>
    toResultAsync(projects.list()).map((all) => (all.every(isSampleProject) ? [SAMPLE_KEY] : []));
  return {
    find: (secretHash, options) =>
      secretHash === SAMPLE_KEY.secretHash
        ? sampleKeys().map(([key]) => key)
        : apiKeys.find(secretHash, options),
    list: () =>
      toResultAsync(apiKeys.list()).andThen((keys) =>
        sampleKeys().map((more) => [...keys, ...more]),
      ),
  };
}
