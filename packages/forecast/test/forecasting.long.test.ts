import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeSqliteStore } from '../../store-sqlite/test/describe-sqlite-store.ts';
import { forecastingContracts } from '../src/contract/index.ts';
import { memoryForecast } from '../src/memory/index.ts';
import { sqlForecast } from '../src/sql/index.ts';
import { isQuick } from './is-quick.ts';
import { RESET_FORECASTS } from './reset-forecasts.ts';

const some = forecastingContracts.filter((each) => !isQuick(each));

describeContracts('the memory store, with many forecasts', some, async () => {
  const store = createMemoryStore({}, [memoryForecast]);
  return { store, release: () => store.close() };
});
describeSqliteStore('the SQLite store, with many forecasts', some, [sqlForecast]);
describePostgresStore('the Postgres store, with many forecasts', {
  some,
  added: { capabilities: [sqlForecast], reset: RESET_FORECASTS },
});
describePostgresStore('the Postgres store, serializable by default, with forecasts', {
  isolation: 'serializable',
  schema: 'Tenant "1"',
  some: forecastingContracts.filter((each) => isQuick(each) && !each.port.endsWith('rule')),
  added: { capabilities: [sqlForecast], reset: RESET_FORECASTS },
});
