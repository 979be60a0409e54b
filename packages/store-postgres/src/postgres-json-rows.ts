import type { ColumnType, JsonRows } from '@forewarn/store-sql';
import { sql } from 'kysely';

const definitionsOf = (columns: readonly (readonly [name: string, type: ColumnType])[]) =>
  sql.join(columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));

/** Rows out of JSON in Postgres. */
export const postgresJsonRows: JsonRows = (json, columns) =>
  sql`json_to_recordset(${json}::json) as json_rows (${definitionsOf(Object.entries(columns))})`;

const ofProject: JsonRows = (json, columns, projectId) => {
  if (projectId === undefined || !('project_id' in columns)) return postgresJsonRows(json, columns);
  const own = Object.entries(columns).filter(([name]) => name !== 'project_id');
  // Joined with the project, so that its machine reads the rows; otherwise the coordinator would, and copy them there.
  return sql`(
    select p.id as project_id, ${sql.join(own.map(([name]) => sql.ref(`r.${name}`)))}
    from projects p cross join json_to_recordset(${json}::json) as r (${definitionsOf(own)})
    where p.id = ${projectId}
  ) as json_rows`;
};

/** Rows out of JSON for tables that are distributed by project. */
export const routedJsonRows: JsonRows = Object.assign(ofProject, { isByProject: true });
