import type { ApiKeyRepository } from './api-key-repository.ts';

/** What API keys add to a store. */
export interface ApiKeyStore {
  readonly apiKeys: ApiKeyRepository;
}
