import { AS_IF_DISTRIBUTED } from '../../store-postgres/test/as-if-distributed.ts';
import {
  describePostgresStore,
  migratedDatabase,
  run,
} from '../../store-postgres/test/describe-postgres-store.ts';
import { forecastingContracts } from '../src/contract/index.ts';
import { sqlForecast } from '../src/sql/index.ts';

const capabilities = [sqlForecast];

describePostgresStore('the Postgres store, routed, with forecasts', {
  some: forecastingContracts,
  capabilities,
  makeDatabase: async () => {
    const database = await migratedDatabase(undefined, capabilities);
    await run(AS_IF_DISTRIBUTED, database);
    return database;
  },
});
