import { contracts, nameContracts } from '@forewarn/store-contract';
import { AS_IF_DISTRIBUTED } from './as-if-distributed.ts';
import { describePostgresStore, migratedDatabase, run } from './describe-postgres-store.ts';

/** The ports whose statements differ. */
const ROUTED =
  /^(?:Scheduled|StateTransfer|ProjectRepository\.delete|Coverage)|findUse|conditional|atomicity/;

describePostgresStore('the Postgres store, routed', {
  some: [...contracts.filter(({ port }) => ROUTED.test(port)), ...nameContracts],
  makeDatabase: async () => {
    const database = await migratedDatabase();
    await run(AS_IF_DISTRIBUTED, database);
    return database;
  },
});
