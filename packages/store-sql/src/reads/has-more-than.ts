import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';

/** Maximum rows that a short read finds: some milliseconds. */
export const MAX_SHORT_ROWS = 2_000;

/** Whether a query finds more rows than a number. Finds no more of them than it must. */
export async function hasMoreThan(
  max: number,
  db: Kysely<Tables>,
  query: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (${query} limit ${max + 1}) as found`.execute(db);
  return Number(rows[0]?.found) > max;
}
