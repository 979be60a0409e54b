/**
 * API keys and their sessions in SQL stores.
 *
 * @module @forewarn/operate/sql
 */
import type { SqlCapability } from '@forewarn/store-sql';
import type { ApiKeyStore } from '../api-key-repository.ts';
import type { SessionStore } from '../session-repository.ts';
import { migrations } from './migrations.ts';
import { removeFromKeys } from './remove-from-keys.ts';
import { sqlApiKeys } from './sql-api-keys.ts';
import { sqlSessions } from './sql-sessions.ts';

/** Adds API keys and their sessions to a SQL store. */
export const sqlOperate: SqlCapability<ApiKeyStore & SessionStore> = {
  tables: { forewarn_api_keys: 'with the workers', forewarn_sessions: 'with the workers' },
  migrations,
  removeProject: removeFromKeys,
  portsOver: (session) => ({ apiKeys: sqlApiKeys(session), sessions: sqlSessions(session) }),
};
