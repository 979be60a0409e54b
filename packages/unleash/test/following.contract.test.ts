import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import { followingContracts } from '../src/contract/index.ts';
import { memoryUnleash } from '../src/memory/index.ts';
import { sqlUnleash } from '../src/sql/index.ts';
import { RESET_FOLLOWING } from './reset-following.ts';

describeContracts('the memory store, followed', followingContracts, async () => {
  const store = createMemoryStore({}, [memoryUnleash]);
  return { store, release: () => store.close(), breakDown: () => store.close() };
});
describeSqliteStore('the SQLite store, followed', followingContracts, [sqlUnleash]);
describePostgresStore('the Postgres store, followed', {
  some: followingContracts,
  added: { capabilities: [sqlUnleash], reset: RESET_FOLLOWING },
});
