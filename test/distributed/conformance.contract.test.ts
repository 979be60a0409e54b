import type { CleanupStore } from '@forewarn/cleanup';
import { cleanupContracts } from '@forewarn/cleanup/contract';
import { sqlCleanup } from '@forewarn/cleanup/sql';
import type { ForecastStore } from '@forewarn/forecast';
import { forecastingContracts } from '@forewarn/forecast/contract';
import { sqlForecast } from '@forewarn/forecast/sql';
import type { AlertStore } from '@forewarn/notify';
import { alertContracts } from '@forewarn/notify/contract';
import { sqlNotify } from '@forewarn/notify/sql';
import type { ApiKeyStore, SessionStore } from '@forewarn/operate';
import { apiKeyContracts, sessionContracts } from '@forewarn/operate/contract';
import { sqlOperate } from '@forewarn/operate/sql';
import { sqlUnleash } from '@forewarn/unleash/sql';
import { RESET_FORECASTS } from '../../packages/forecast/test/reset-forecasts.ts';
import { followingContracts } from '@forewarn/unleash/contract';
import type { FollowingPorts } from '@forewarn/unleash';
import { RESET_ALERTS } from '../../packages/notify/test/reset-alerts.ts';
import { RESET_API_KEYS } from '../../packages/operate/test/reset-api-keys.ts';
import {
  ALL_CONTRACTS,
  describePostgresStore,
} from '../../packages/store-postgres/test/describe-postgres-store.ts';
import { RESET_FOLLOWING } from '../../packages/unleash/test/reset-following.ts';
import { distributedDatabase } from './citus-database.ts';

type Added = ForecastStore &
  CleanupStore &
  AlertStore &
  FollowingPorts &
  ApiKeyStore &
  SessionStore;

describePostgresStore<Added>('a store on Citus', {
  some: [
    ...ALL_CONTRACTS,
    ...forecastingContracts,
    ...alertContracts,
    ...followingContracts,
    ...apiKeyContracts,
    ...sessionContracts,
    ...cleanupContracts,
  ],
  added: {
    capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash],
    reset: `${RESET_FORECASTS}; ${RESET_ALERTS}; ${RESET_FOLLOWING}; ${RESET_API_KEYS}; delete from forewarn_feature_use`,
  },
  makeDatabase: distributedDatabase,
});
