/**
 * API keys in SQL stores.
 *
 * @module @forewarn/operate/sql
 */
import type { SqlCapability } from '@forewarn/store-sql';
import type { ApiKeyStore } from '../api-key-store.ts';
import { migrations } from './migrations.ts';
import { removeFromKeys } from './remove-from-keys.ts';
import { sqlApiKeys } from './sql-api-keys.ts';

/** Adds API keys to a SQL store. */
export const sqlOperate: SqlCapability<ApiKeyStore> = {
  tables: { forewarn_api_keys: 'with the workers' },
  migrations,
  removeProject: removeFromKeys,
  portsOver: (session) => ({ apiKeys: sqlApiKeys(session) }),
};
