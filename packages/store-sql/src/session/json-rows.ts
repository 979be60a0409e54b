import { type RawBuilder, sql } from 'kysely';

/** The type of a column, in the words of both databases. */
export type ColumnType = 'text' | 'bigint' | 'smallint';

/**
 * Makes a rowset of one parameter, a list of objects as JSON text, so that a bulk statement has the same text for any
 * number of rows. Each database has its own function for that.
 */
export interface JsonRows {
  /** @param projectId the project of all rows, when there is only one */
  (
    json: string,
    columns: Readonly<Record<string, ColumnType>>,
    projectId?: string,
  ): RawBuilder<unknown>;
  /** Whether a connection runs a statement for each of a list of lists of values, if that is its only parameter. */
  readonly runsEach?: boolean;
  /** Whether each statement should name the only project of its rows, so that one machine runs it. */
  readonly isByProject?: boolean;
}

const KEY = { project_id: 'text', id: 'bigint' } as const;
const OF_CHANGE_REQUEST = {
  project_id: 'text',
  change_request_id: 'bigint',
  scheduled_at: 'bigint',
} as const;

/** The columns that the rule makes of a change request. */
const ENTRY = {
  ...KEY,
  scheduled_at: 'bigint',
  status: 'text',
  has_trouble: 'smallint',
  rule_version: 'smallint',
} as const;

/** The columns of rows, for a {@link JsonRows}. */
export const COLUMNS = {
  projects: { id: 'text', name: 'text' },
  strategies: { name: 'text', editable: 'smallint', definition: 'text' },
  change_requests: { ...ENTRY, environment: 'text', title: 'text', body: 'text' },
  touches: { kind: 'smallint', value: 'text', influence: 'smallint', ...OF_CHANGE_REQUEST },
  doubts: { kind: 'smallint', feature: 'text', ...OF_CHANGE_REQUEST },
  known_names: { project_id: 'text', kind: 'text', value: 'text', added_at: 'bigint' },
  key: KEY,
  entry: ENTRY,
} as const;

/**
 * Rows as something to select from. Many become one parameter. The values of a single row become parameters of their own:
 * as JSON, a long text would be escaped, copied and parsed.
 */
export function selectRows(
  jsonRows: JsonRows,
  rows: readonly object[],
  columns: Readonly<Record<string, ColumnType>>,
  projectId?: string,
): RawBuilder<unknown> {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0 || projectId !== undefined) {
    return jsonRows(JSON.stringify(rows), columns, projectId);
  }
  const values = Object.entries(columns).map(
    ([name, type]) => sql`cast(${Reflect.get(row, name)} as ${sql.raw(type)}) as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(values)}) as single_row`;
}

/** The values of rows, in the order of the columns, for a database that runs a statement for each of them. */
export function valuesOf(
  rows: readonly object[],
  columns: Readonly<Record<string, ColumnType>>,
): readonly (readonly unknown[])[] {
  const names = Object.keys(columns);
  return rows.map((row) => names.map((name): unknown => Reflect.get(row, name)));
}

/** The placeholder of each value of a list of {@link valuesOf} in a statement. */
export const eachValue = (columns: Readonly<Record<string, ColumnType>>): RawBuilder<unknown> =>
  sql.join(Object.keys(columns).map(() => sql.raw('?')));

/** Rows for one statement. */
export interface RowGroup<Row> {
  readonly rows: readonly Row[];
  /** Their project, if a statement should name it. */
  readonly projectId?: string;
}

/** Groups rows: all in one group or, where a statement should name its project, by project in byte order. */
export function rowGroups<Row>(
  { isByProject = false }: Pick<JsonRows, 'isByProject'>,
  rows: readonly Row[],
  projectOf: (row: Row) => string,
): readonly RowGroup<Row>[] {
  if (rows.length === 0) return [];
  if (!isByProject) return [{ rows }];
  return [...Map.groupBy(rows, projectOf)]
    .map(([projectId, ofProject]) => ({ projectId, rows: ofProject }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.projectId), Buffer.from(b.projectId)));
}

/** The condition that names the project of a group, for the front of others: one machine runs the statement. */
export const onlyIn = (
  table: string,
  { projectId }: Pick<RowGroup<unknown>, 'projectId'>,
): RawBuilder<unknown> =>
  projectId === undefined ? sql`` : sql`${sql.ref(`${table}.project_id`)} = ${projectId} and`;

/** Values as something to look among. */
export function among<Value extends string | number>(
  jsonRows: JsonRows,
  values: readonly Value[],
): RawBuilder<Value> {
  const rows = values.map((value) => ({ value }));
  const type = typeof values[0] === 'number' ? 'bigint' : 'text';
  return sql<Value>`(select value from ${selectRows(jsonRows, rows, { value: type })})`;
}
