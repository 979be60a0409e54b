import { type ListingPlace, MAX_LISTED } from '@forewarn/core';
import { isAfter, passes, type ProjectRow, type ReadDialect } from '@forewarn/store-sql';
import { type RawBuilder, sql } from 'kysely';
import { ReadOnlyServer } from '../session/postgres-errors.ts';
import { postgresJsonRows } from '../postgres-json-rows.ts';

const COLUMNS = {
  touches: { no: 'bigint', kind: 'smallint', value: 'text' },
  doubts: { no: 'bigint', kind: 'smallint', feature: 'text' },
} as const;

/** How tables that are distributed by project are read: each machine finds the first rows of its projects. */
export const routedReadDialect: ReadDialect = {
  jsonRows: postgresJsonRows,

  isOneOf,

  projectsIn: async (db, ids) => {
    const { rows } = await sql<ProjectRow & { readonly is_read_only: boolean }>`
      select id, coverage, current_setting('transaction_read_only') = 'on' as is_read_only
      from projects where id = any(${ids})`.execute(db);
    if (rows.some((row) => row.is_read_only)) throw new ReadOnlyServer();
    return rows.toSorted((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  },

  async *firstFound(db, table, asked, projectIds) {
    const value = sql.ref(table === 'touches' ? 'value' : 'feature');
    // It names the projects, so that no machine without them is asked.
    const { rows } = await sql<FoundRow>`
      select no, project_id, id, rank, count
      from (
        select no, project_id, id,
          row_number() over (partition by project_id, no order by id) as rank,
          count(*) over (partition by project_id, no) as count
        from (
          select ${table === 'doubts' ? sql`distinct` : sql``} json_rows.no, t.project_id, t.change_request_id as id
          from ${postgresJsonRows(JSON.stringify(asked), COLUMNS[table])}
          join ${sql.table(table)} t on t.kind = json_rows.kind and t.${value} = json_rows.${value}
          where ${isOneOf('t.project_id', projectIds)}
        ) m
      ) l
      where rank <= ${sql.lit(MAX_LISTED)}`.execute(db);
    for (const [no, own] of Map.groupBy(rows, (row) => row.no)) {
      yield {
        no,
        count: own.reduce((sum, { rank, count }) => sum + (rank === 1 ? count : 0), 0),
        found: own.map(({ project_id, id }) => [project_id, id] as const),
      };
    }
  },

  firstPlaces: async (db, query, projectIds) => {
    const { rows } = await sql<ListingPlace>`
      select c.scheduled_at as "scheduledAt", c.project_id as "projectId", c.id
      from change_requests c
      where ${isOneOf('c.project_id', projectIds)} and ${isAfter(query)}
        and ${passes(query, { isOneOf })}
      order by c.scheduled_at, c.project_id, c.id
      limit ${query.limit + 1}`.execute(db);
    return rows;
  },
};

interface FoundRow {
  readonly no: number;
  readonly project_id: string;
  readonly id: number;
  /** Its position among those of its list and project, from 1. */
  readonly rank: number;
  /** How many its list and project have. */
  readonly count: number;
}

function isOneOf(column: string, values: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = any(${values})`;
}
