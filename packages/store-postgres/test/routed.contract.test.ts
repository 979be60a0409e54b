import { describePostgresStore, migratedDatabase, run } from './describe-postgres-store.ts';

// The store finds it where Citus has its catalog, and sends the statements that Citus can route.
const AS_IF_DISTRIBUTED = `
  create table pg_dist_partition as select 'touches'::regclass as logicalrelid, 'h' as partmethod`;

describePostgresStore('the Postgres store, routed', {
  makeDatabase: async () => {
    const database = await migratedDatabase();
    await run(AS_IF_DISTRIBUTED, database);
    return database;
  },
});
