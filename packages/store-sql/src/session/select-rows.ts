import { type RawBuilder, sql } from 'kysely';
import type { ColumnType, JsonRows } from './json-rows.ts';

/**
 * Rows as something to select from. Many become one parameter. The values of a single row become parameters of their own:
 * as JSON, a long text would be escaped, copied and parsed.
 */
export function selectRows<Column extends string>(
  jsonRows: JsonRows,
  rows: readonly Readonly<Record<Column, unknown>>[],
  columns: Readonly<Record<Column, ColumnType>>,
): RawBuilder<unknown> {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) return jsonRows(JSON.stringify(rows), columns);
  const values = Object.entries<ColumnType>(columns).map(
    ([name, type]) => sql`cast(${row[name as Column]} as ${sql.raw(type)}) as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(values)}) as single_row`;
}
