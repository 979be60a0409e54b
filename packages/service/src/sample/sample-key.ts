import type { Store } from '@forewarn/core';
import type { ApiKey, ApiKeyRepository } from '@forewarn/core/operator';
import { hashSecret } from '../keys/api-key-authorizer.ts';
import { isSampleProject, SAMPLE_PROJECT } from './sample-state.ts';

/** The secret in the README. It is public, so it is never stored and permits only what the README's examples need. */
export const SAMPLE_SECRET = 'forewarn-sample-key';

const SAMPLE_KEY: ApiKey = {
  name: 'sample',
  secretHash: hashSecret(SAMPLE_SECRET),
  permissions: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'],
  projects: [SAMPLE_PROJECT.id],
};

/** The store's keys, and the sample's key while the store holds no other project. */
export function withSampleKey({
  apiKeys,
  projects,
}: Pick<Store, 'apiKeys' | 'projects'>): Pick<ApiKeyRepository, 'find' | 'list'> {
  const sampleKeys = () =>
    projects.list().map((all) => (all.every(isSampleProject) ? [SAMPLE_KEY] : []));
  return {
    find: (secretHash, options) =>
      secretHash === SAMPLE_KEY.secretHash
        ? sampleKeys().map(([key]) => key)
        : apiKeys.find(secretHash, options),
    list: () => apiKeys.list().andThen((keys) => sampleKeys().map((more) => [...keys, ...more])),
  };
}
