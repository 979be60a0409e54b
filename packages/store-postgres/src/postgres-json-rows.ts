import type { JsonRows } from '@forewarn/store-sql';
import { sql } from 'kysely';

/** Rows out of JSON in Postgres. */
export const postgresJsonRows: JsonRows = (json, columns) => {
  const definitions = Object.entries(columns).map(
    ([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`,
  );
  return sql`json_to_recordset(${json}::json) as json_rows (${sql.join(definitions)})`;
};
