import { contracts } from '@forewarn/store-contract';
import { describePostgresStore, migratedDatabase, run } from './describe-postgres-store.ts';

// The store finds it where Citus has its catalog, and sends the statements that Citus can route.
const AS_IF_DISTRIBUTED = `
  create table pg_dist_partition as select 'touches'::regclass as logicalrelid, 'h' as partmethod`;
/** The ports whose statements differ. */
const ROUTED =
  /^(?:Scheduled|StateTransfer|ProjectRepository\.delete|Coverage)|findUse|conditional|atomicity/;

describePostgresStore('the Postgres store, routed', {
  some: contracts.filter(({ port }) => ROUTED.test(port)),
  makeDatabase: async () => {
    const database = await migratedDatabase();
    await run(AS_IF_DISTRIBUTED, database);
    return database;
  },
});
