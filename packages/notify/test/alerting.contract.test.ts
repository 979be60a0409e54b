import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import { alertContracts } from '../src/contract/index.ts';
import { memoryNotify } from '../src/memory/index.ts';
import { sqlNotify } from '../src/sql/index.ts';
import { RESET_ALERTS } from './reset-alerts.ts';

describeContracts('the memory store, with alerts', alertContracts, async () => {
  const store = createMemoryStore({}, [memoryNotify]);
  return { store, release: () => store.close(), breakDown: () => store.close() };
});
describeSqliteStore('the SQLite store, with alerts', alertContracts, sqlNotify);
describePostgresStore('the Postgres store, with alerts', {
  some: alertContracts,
  added: { capability: sqlNotify, reset: RESET_ALERTS },
});
