import { alertContracts } from '@forewarn/notify/contract';
import { sqlNotify } from '@forewarn/notify/sql';
import { RESET_ALERTS } from '../../packages/notify/test/reset-alerts.ts';
import {
  ALL_CONTRACTS,
  describePostgresStore,
} from '../../packages/store-postgres/test/describe-postgres-store.ts';
import { distributedDatabase } from './citus-database.ts';

describePostgresStore('a store on Citus', {
  some: [...ALL_CONTRACTS, ...alertContracts],
  added: { capability: sqlNotify, reset: RESET_ALERTS },
  makeDatabase: distributedDatabase,
});
