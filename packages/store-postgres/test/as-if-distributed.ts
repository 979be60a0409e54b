/** Makes what a store finds where Citus has its catalog, of two machines. The store then sends the statements that Citus can route. */
export const AS_IF_DISTRIBUTED = `
  create table pg_dist_partition as select 'touches'::regclass as logicalrelid, 'h' as partmethod;
  create table pg_dist_placement as select shardid, shardid as groupid from generate_series(0, 1) as s (shardid);
  create function get_shard_id_for_distribution_column(regclass, text) returns int language sql
    as 'select abs(hashtext($2) % 2)'`;
