import type { ForecastStore } from '@forewarn/forecast';
import { forecastingContracts } from '@forewarn/forecast/contract';
import { sqlForecast } from '@forewarn/forecast/sql';
import type { AlertStore } from '@forewarn/notify';
import { alertContracts } from '@forewarn/notify/contract';
import { sqlNotify } from '@forewarn/notify/sql';
import { RESET_FORECASTS } from '../../packages/forecast/test/reset-forecasts.ts';
import { RESET_ALERTS } from '../../packages/notify/test/reset-alerts.ts';
import {
  ALL_CONTRACTS,
  describePostgresStore,
} from '../../packages/store-postgres/test/describe-postgres-store.ts';
import { distributedDatabase } from './citus-database.ts';

type Added = ForecastStore & AlertStore;

describePostgresStore<Added>('a store on Citus', {
  some: [...ALL_CONTRACTS, ...forecastingContracts, ...alertContracts],
  added: { capabilities: [sqlForecast, sqlNotify], reset: `${RESET_FORECASTS}; ${RESET_ALERTS}` },
  makeDatabase: distributedDatabase,
});
