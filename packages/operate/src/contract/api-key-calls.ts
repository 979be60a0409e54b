import type { Store } from '@forewarn/store';
import { type Calls, valueOf } from '@forewarn/store-contract/writing';
import type { ApiKeyStore } from '../api-key-repository.ts';

/** The ports that `apiKeyContracts` need: those of a store, and its API keys. */
export type ApiKeyPorts = Store & ApiKeyStore;

const HASH = 'a'.repeat(64);
const key = { name: 'ci', secretHash: HASH, permissions: [] } as const;

/** The calls of `apiKeys`. */
export const API_KEY_CALLS: Calls<ApiKeyPorts> = {
  'apiKeys.create': ({ apiKeys }, options) => apiKeys.create({ ...key, name: 'new' }, options),
  'apiKeys.list': ({ apiKeys }, options) => apiKeys.list(options),
  'apiKeys.find': ({ apiKeys }, options) => apiKeys.find(HASH, options),
  'apiKeys.revoke': ({ apiKeys }, options) => apiKeys.revoke(key.name, options),
};

/** Stores the key that {@link API_KEY_CALLS} find and revoke. */
export const fillForApiKeys = ({ apiKeys }: ApiKeyPorts): Promise<unknown> =>
  valueOf(apiKeys.create(key));
