import { memoryForecast } from '@forewarn/forecast/memory';
import { sqlForecast } from '@forewarn/forecast/sql';
import { describeStores } from '../../store-postgres/test/describe-stores.ts';
import { alertContracts } from '../src/contract/index.ts';
import { memoryNotify } from '../src/memory/index.ts';
import { sqlNotify } from '../src/sql/index.ts';

describeStores('with alerts', alertContracts, {
  memory: [memoryForecast, memoryNotify],
  sql: [sqlForecast, sqlNotify],
});
