import type { JsonRows } from '@forewarn/store-sql';
import { sql } from 'kysely';

/** Reads rows from JSON in SQLite, which takes the columns' types from the values. */
export const sqliteJsonRows: JsonRows = (json, columns) => {
  const values = Object.keys(columns).map(
    (name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(values)} from json_each(${json})) as json_rows`;
};
