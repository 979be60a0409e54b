import type { Contract } from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import { apiKeyContracts, sessionContracts, type SessionPorts } from '../src/contract/index.ts';
import { memoryOperate } from '../src/memory/index.ts';
import { sqlOperate } from '../src/sql/index.ts';
import { RESET_API_KEYS } from './reset-api-keys.ts';

const capabilities = [sqlOperate];
const contracts: readonly Contract<SessionPorts>[] = [...apiKeyContracts, ...sessionContracts];

describeContracts('the memory store, with API keys', contracts, async () => {
  const store = createMemoryStore({}, [memoryOperate]);
  return { store, release: () => store.close(), breakDown: () => store.close() };
});
describeSqliteStore('the SQLite store, with API keys', contracts, capabilities);
describePostgresStore('the Postgres store, with API keys', {
  some: contracts,
  added: { capabilities, reset: RESET_API_KEYS },
});
