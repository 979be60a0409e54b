import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import { cleanupContracts } from '../src/contract/index.ts';
import { memoryCleanup } from '../src/memory/index.ts';
import { sqlCleanup } from '../src/sql/index.ts';

const capabilities = [sqlCleanup];

describeContracts('the memory store, with clean-up', cleanupContracts, async () => {
  const store = createMemoryStore({}, [memoryCleanup]);
  return { store, release: () => store.close(), breakDown: () => store.close() };
});
describeSqliteStore('the SQLite store, with clean-up', cleanupContracts, capabilities);
describePostgresStore('the Postgres store, with clean-up', {
  some: cleanupContracts,
  added: { capabilities, reset: 'delete from forewarn_feature_use' },
});
