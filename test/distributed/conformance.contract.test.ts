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
import { followingContracts } from '@forewarn/unleash/contract';
import type { FollowingPorts } from '@forewarn/unleash';
import {
  ALL_CONTRACTS,
  describePostgresStore,
} from '../../packages/store-postgres/test/describe-postgres-store.ts';
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
  capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash],
  makeDatabase: distributedDatabase,
});
