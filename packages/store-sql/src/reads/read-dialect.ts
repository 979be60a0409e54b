import {
  type ListingFilter,
  type ListingPlace,
  type ListingQuery,
  UNSCHEDULED,
} from '@forewarn/record';
import { MAX_LISTED } from '@forewarn/impact';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { among, type JsonRows } from '../session/json-rows.ts';
import { integer } from '../session/integer.ts';
import type { ChangeRequestsTable, DoubtsTable, Tables, TouchesTable } from '../schema/tables.ts';

/** A project that a read looks in. */
export interface ProjectRow {
  readonly id: string;
  readonly coverage: string | null;
}

interface Numbered {
  /** The number of the list. */
  readonly no: number;
}

/** The rows that belong to the lists of an impact: of the projection, and change requests in environments. */
export interface AskedRows {
  readonly touches: readonly (Numbered & Pick<TouchesTable, 'kind' | 'value'>)[];
  readonly doubts: readonly (Numbered & Pick<DoubtsTable, 'kind' | 'feature'>)[];
  readonly environments: readonly (Numbered & Pick<ChangeRequestsTable, 'environment'>)[];
}

/** A part of a list of an impact. The parts of a list can share change requests. */
export interface FoundPart extends Numbered {
  /** How many change requests touch the target. Doubtful ones need not be counted. */
  readonly count: number;
  /** The soonest `MAX_LISTED`, in any order. */
  readonly found: readonly (readonly [projectId: string, id: number, scheduledAt: number])[];
}

/** Targets, and which of the change requests that touch them are wanted. */
export interface AskedTouches {
  readonly targets: AskedRows['touches'];
  /** What holds for the touch `t`. */
  readonly where: RawBuilder<unknown>;
  /** Maximum change requests per target. */
  readonly limit: number;
}

/** The columns of {@link AskedRows}, for a {@link JsonRows}. */
export const ASKED_COLUMNS = {
  touches: { no: 'bigint', kind: 'smallint', value: 'text' },
  doubts: { no: 'bigint', kind: 'smallint', feature: 'text' },
  environments: { no: 'bigint', environment: 'text' },
} as const;

/** Where the rows of {@link AskedRows} are. */
const SOURCES = [
  { asked: 'touches', table: 'touches', idColumn: 'change_request_id', columns: ['kind', 'value'] },
  { asked: 'doubts', table: 'doubts', idColumn: 'change_request_id', columns: ['kind', 'feature'] },
  { asked: 'environments', table: 'change_requests', idColumn: 'id', columns: ['environment'] },
] as const;

/** Where SQL databases differ when they read lists of change requests. */
export interface ReadDialect {
  readonly jsonRows: JsonRows;

  /** Whether a statement can join rows of different projects. */
  readonly joinsProjects: boolean;

  /** Whether change requests can have rows without their project: nothing may find them. */
  readonly hasOrphans?: boolean;

  /** Whether a column has one of the values. */
  readonly isOneOf: (column: string, values: readonly string[]) => RawBuilder<unknown>;

  /** Reads those of the projects that are registered, or all that are, in ascending byte order of id. */
  projectsIn(db: Kysely<Tables>, ids?: readonly string[]): Promise<readonly ProjectRow[]>;

  /**
   * Finds the soonest change requests of each list.
   *
   * @param projectIds at least one, in ascending byte order
   */
  firstFound(
    db: Kysely<Tables>,
    asked: AskedRows,
    projectIds: readonly string[],
  ): AsyncIterable<FoundPart>;

  /**
   * Finds the first `limit + 1` places of a listing without targets. May return later ones as well, in any order.
   *
   * @param projectIds at least one, in ascending byte order
   */
  firstPlaces(
    db: Kysely<Tables>,
    query: ListingQuery,
    projectIds: readonly string[],
  ): Promise<readonly ListingPlace[]>;

  /** Finds the soonest change requests in registered projects that touch each target, at most as many as are asked for. */
  soonestTouching(
    db: Kysely<Tables>,
    asked: AskedTouches,
  ): AsyncIterable<Pick<FoundPart, 'no' | 'found'>>;
}

/** Before all places. */
export const LISTING_START: ListingPlace = {
  scheduledAt: Number.MIN_SAFE_INTEGER,
  projectId: '',
  id: -1,
};
/** After all times, that of change requests without one included. */
const END = UNSCHEDULED + 1;

/** Whether the change request `c` comes after the cursor. */
export const isAfter = ({
  after = LISTING_START,
}: Pick<ListingQuery, 'after'>): RawBuilder<unknown> => sql`
  (c.scheduled_at, c.project_id, c.id) > (${after.scheduledAt}, ${after.projectId}, ${after.id})`;

/** Whether the change request `c` passes the filters except its targets: `isListed` of `@forewarn/core` in SQL. */
export function passes(
  { environments, statuses, from, to, needAttentionAt }: ListingFilter,
  isOneOf: ReadDialect['isOneOf'],
): RawBuilder<unknown> {
  // Without a time, none is in any interval.
  const end = to ?? (from === undefined ? END : UNSCHEDULED);
  const conditions = [
    sql`c.scheduled_at >= ${from ?? LISTING_START.scheduledAt} and c.scheduled_at < ${end}`,
    ...(environments === undefined ? [] : [isOneOf('c.environment', environments)]),
    ...(statuses === undefined ? [] : [isOneOf('c.status', statuses)]),
    ...(needAttentionAt === undefined
      ? []
      : [sql`(c.has_trouble = 1 or c.scheduled_at < ${needAttentionAt})`]),
  ];
  return sql.join(conditions, sql` and `);
}

interface FoundRow {
  readonly no: number;
  readonly project_id: string;
  readonly id: number;
  /** When it is applied, as `scheduledAtOf` returns it. */
  readonly due: number;
  /** Its position among those of its list and project, from 1. */
  readonly rank: number;
  /** How many its list and project have. */
  readonly count: number;
}

/**
 * How any SQL database reads impacts and listings: in statements that name the projects, so that a distributed one asks no
 * machine without them, and each machine finds the first rows of its projects.
 */
export function portableReadDialect(
  jsonRows: JsonRows,
  isOneOf: ReadDialect['isOneOf'] = (column, values) =>
    sql`${sql.ref(column)} in ${among(jsonRows, values)}`,
): ReadDialect {
  return {
    jsonRows,

    joinsProjects: false,

    isOneOf,

    projectsIn: async (db, ids) => {
      const isAsked = ids === undefined ? sql`true` : isOneOf('id', ids);
      const { rows } = await sql<ProjectRow>`
        select id, coverage from projects where ${isAsked} order by id`.execute(db);
      return rows;
    },

    async *firstFound(db, asked, projectIds) {
      for (const { asked: name, table, idColumn, columns } of SOURCES) {
        if (asked[name].length === 0) continue;
        const matches = columns.map(
          (column) => sql`t.${sql.ref(column)} = json_rows.${sql.ref(column)}`,
        );
        const { rows } = await sql<FoundRow>`
          select no, project_id, id, due, rank, count
          from (
            select no, project_id, id, due,
              row_number() over (partition by project_id, no order by due, id) as rank,
              count(*) over (partition by project_id, no) as count
            from (
              select ${table === 'doubts' ? sql`distinct` : sql``} json_rows.no, t.project_id,
                t.${sql.ref(idColumn)} as id, t.scheduled_at as due
              from ${jsonRows(JSON.stringify(asked[name]), ASKED_COLUMNS[name])}
              join ${sql.table(table)} t on ${sql.join(matches, sql` and `)}
              where ${isOneOf('t.project_id', projectIds)}
            ) m
          ) l
          where rank <= ${sql.lit(MAX_LISTED)}`.execute(db);
        for (const [no, own] of Map.groupBy(rows, (row) => integer(row.no))) {
          yield {
            no,
            count: own.reduce(
              (sum, { rank, count }) => sum + (integer(rank) === 1 ? integer(count) : 0),
              0,
            ),
            found: own.map(({ project_id, id, due }) => [project_id, id, due] as const),
          };
        }
      }
    },

    firstPlaces: async (db, query, projectIds) => {
      const { rows } = await sql<ListingPlace>`
        select c.scheduled_at as "scheduledAt", c.project_id as "projectId", c.id
        from change_requests c
        where ${isOneOf('c.project_id', projectIds)} and ${isAfter(query)} and ${passes(query, isOneOf)}
        order by c.scheduled_at, c.project_id, c.id
        limit ${query.limit + 1}`.execute(db);
      return rows;
    },

    async *soonestTouching(db, { targets, where, limit }) {
      const { rows } = await sql<TouchingRow>`
        select no, project_id, id, due
        from (
          select json_rows.no, t.project_id, t.change_request_id as id, t.scheduled_at as due,
            row_number() over (
              partition by t.project_id, json_rows.no order by t.scheduled_at, t.change_request_id
            ) as rank
          from ${jsonRows(JSON.stringify(targets), ASKED_COLUMNS.touches)}
          join touches t on t.kind = json_rows.kind and t.value = json_rows.value
          where ${where}
        ) l
        where rank <= ${sql.lit(limit)}`.execute(db);
      yield* touchingOfRows(rows);
    },
  };
}

export type TouchingRow = Pick<FoundRow, 'no' | 'project_id' | 'id' | 'due'>;

/** Groups rows by their target. */
export function* touchingOfRows(
  rows: readonly TouchingRow[],
): Generator<Pick<FoundPart, 'no' | 'found'>> {
  for (const [no, own] of Map.groupBy(rows, (row) => integer(row.no))) {
    yield { no, found: own.map(({ project_id, id, due }) => [project_id, id, due] as const) };
  }
}
