import type { ApiKey, ApiKeyRepository } from '@forewarn/core';
import { okAsync } from 'neverthrow';
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

/** Finds the sample's key beside those of the store. */
export function withSampleKey(
  keys: Pick<ApiKeyRepository, 'find'>,
): Pick<ApiKeyRepository, 'find'> {
  return {
    find: (secretHash) =>
      secretHash === SAMPLE_KEY.secretHash ? okAsync(SAMPLE_KEY) : keys.find(secretHash),
  };
}
