import type { ApiKey, ApiKeyRepository, Store } from '@forewarn/core';
import { hashSecret } from '../keys/api-key-secret.ts';
import { SAMPLE_PROJECT } from './sample-state.ts';

/** Everybody knows it: it is in the README. It is never stored, and no more than the README's examples need. */
export const SAMPLE_SECRET = 'forewarn-sample-key';

const SAMPLE_KEY: ApiKey = {
  name: 'sample',
  secretHash: hashSecret(SAMPLE_SECRET),
  permissions: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'],
  projects: [SAMPLE_PROJECT.id],
};

/** Finds the sample's key beside those of the store, for as long as the store holds the sample and nothing else. */
export function withSampleKey({
  apiKeys,
  projects,
}: Pick<Store, 'apiKeys' | 'projects'>): Pick<ApiKeyRepository, 'find'> {
  return {
    find: (secretHash) => {
      if (secretHash !== SAMPLE_KEY.secretHash) return apiKeys.find(secretHash);
      return projects
        .list()
        .map((all) => (all.every(({ id }) => id === SAMPLE_PROJECT.id) ? SAMPLE_KEY : undefined));
    },
  };
}
