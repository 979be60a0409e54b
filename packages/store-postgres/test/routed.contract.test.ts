import { searchContracts } from '@forewarn/store-contract';
import { describePostgresStore, run } from './describe-postgres-store.ts';

// The store finds it where Citus has its catalog, and sends the statements that Citus can route.
const AS_IF_DISTRIBUTED = `
  create table pg_dist_partition as select 'touches'::regclass as logicalrelid, 'h' as partmethod`;

describePostgresStore('the Postgres store, routed', {
  some: searchContracts,
  layOut: (database) => run(AS_IF_DISTRIBUTED, database),
});
