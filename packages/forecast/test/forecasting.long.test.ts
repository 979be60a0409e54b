import { describePostgresStore } from '../../store-postgres/test/describe-postgres-store.ts';
import { describeStores } from '../../store-postgres/test/describe-stores.ts';
import { forecastingContracts } from '../src/contract/index.ts';
import { memoryForecast } from '../src/memory/index.ts';
import { sqlForecast } from '../src/sql/index.ts';
import { isQuick } from './is-quick.ts';

const many = forecastingContracts.filter((each) => !isQuick(each));

describeStores('with many forecasts', many, { memory: [memoryForecast], sql: [sqlForecast] });
describePostgresStore('the Postgres store, serializable by default, with forecasts', {
  isolation: 'serializable',
  schema: 'Tenant "1"',
  some: forecastingContracts.filter((each) => isQuick(each) && !each.port.endsWith('rule')),
  capabilities: [sqlForecast],
});
