import type { Tables } from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';

/** Whether the tables with a project are distributed over several machines by Citus, as {@link distributePostgres} lays them out. */
export async function isDistributed(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ has_citus: boolean }>`
    select to_regclass('pg_dist_partition') is not null as has_citus`.execute(db);
  if (rows[0]?.has_citus !== true) return false;
  const { rows: distributed } = await sql`
    select from pg_dist_partition where logicalrelid = to_regclass('touches') and partmethod = 'h'
  `.execute(db);
  return distributed.length > 0;
}
