import type { JsonRows } from '@forewarn/store-sql';
import { sql } from 'kysely';

/** Rows out of JSON in SQLite, whose values bring their types along. */
export const sqliteJsonRows: JsonRows = (json, columns) => {
  const values = Object.keys(columns).map(
    (name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(values)} from json_each(${json})) as json_rows`;
};
