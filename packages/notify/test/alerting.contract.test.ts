import { memoryForecast } from '@forewarn/forecast/memory';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import { alertContracts } from '../src/contract/index.ts';
import { memoryNotify } from '../src/memory/index.ts';
import { sqlNotify } from '../src/sql/index.ts';
import { sqlForecast } from '@forewarn/forecast/sql';
import { RESET_FORECASTS } from '../../forecast/test/reset-forecasts.ts';
import { RESET_ALERTS } from './reset-alerts.ts';

const capabilities = [sqlForecast, sqlNotify];

describeContracts('the memory store, with alerts', alertContracts, async () => {
  const store = createMemoryStore({}, [memoryForecast, memoryNotify]);
  return { store, release: () => store.close(), breakDown: () => store.close() };
});
describeSqliteStore('the SQLite store, with alerts', alertContracts, capabilities);
describePostgresStore('the Postgres store, with alerts', {
  some: alertContracts,
  added: { capabilities, reset: `${RESET_FORECASTS}; ${RESET_ALERTS}` },
});
