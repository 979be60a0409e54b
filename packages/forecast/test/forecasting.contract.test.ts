import { describeStores } from '../../store-postgres/test/describe-stores.ts';
import { forecastingContracts } from '../src/contract/index.ts';
import { memoryForecast } from '../src/memory/index.ts';
import { sqlForecast } from '../src/sql/index.ts';
import { isQuick } from './is-quick.ts';

describeStores('with forecasts', forecastingContracts.filter(isQuick), {
  memory: [memoryForecast],
  sql: [sqlForecast],
});
