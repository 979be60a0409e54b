/** Makes the table that a store finds where Citus has its catalog. The store then sends the statements that Citus can route. */
export const AS_IF_DISTRIBUTED = `
  create table pg_dist_partition as select 'touches'::regclass as logicalrelid, 'h' as partmethod`;
