import type { SearchRow, Tables } from '@forewarn/store-sql';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { assertPrimary } from '../session/assert-primary.ts';
import { ReadOnlyServer } from '../session/postgres-errors.ts';
import {
  MAX_MATCHES,
  type SearchFindings,
  type SearchQuestion,
  type SearchStatements,
} from '../batches/postgres-search.ts';

interface ProjectRow extends SearchRow {
  readonly project_id: string;
  /** Whether the machine that has the project is read-only. */
  readonly is_read_only: boolean;
}

/** A match of a target; null of a project in which nothing matches. */
interface SingleRow extends ProjectRow, Readonly<Record<'kind' | 'value', unknown>> {}

interface Row extends ProjectRow {
  /** The index of the question; null when nothing in the project matches. */
  readonly no: number | null;
  /** How many of the question's targets match. */
  readonly matches: number | null;
}

const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on' as is_read_only`;

// Planning takes most of the time on Citus: this takes a third of that of the statement for several questions. Its arrays also
// match the kind of one target with the value of another, which is checked here.
const SINGLE = `
  select p.id as project_id, p.coverage, ${IS_READ_ONLY}, t.kind, t.value, c.id, c.environment, c.title
  from projects p
  left join (
    touches t join change_requests c on c.project_id = t.project_id and c.id = t.change_request_id
  ) on t.project_id = p.id and t.kind = any($2::smallint[]) and t.value = any($3::text[])
  where p.id = $1
  limit ${MAX_MATCHES + 1}`;

// Every table is joined by project, so that the machine that has a project finds all of its rows in one snapshot, and
// only the machines of these projects are asked.
const statement = (matches: string, grouping: string, end: string): string => `
  select p.id as project_id, p.coverage, ${IS_READ_ONLY},
    m.no, m.id, m.environment, m.title, m.matches
  from projects p
  left join (
    select t.project_id, a.no, c.id, c.environment, c.title, ${matches} as matches
    from unnest($2::int[], $3::text[], $4::smallint[], $5::text[]) as a (no, project_id, kind, value)
    join touches t on t.project_id = a.project_id and t.kind = a.kind and t.value = a.value
    join change_requests c on c.project_id = t.project_id and c.id = t.change_request_id
    ${grouping}
  ) m on m.project_id = p.id
  where p.id = any($1::text[])
  ${end}`;

const SHORT = statement('1', '', `limit ${MAX_MATCHES + 1}`);
const LONG = statement(
  'count(*)::int',
  'group by t.project_id, a.no, c.id, c.environment, c.title',
  '',
);

/** The statements for tables that are distributed by project. */
export const routedSearch: SearchStatements = {
  short: (db, questions) => {
    const [first, second] = questions;
    return first !== undefined && second === undefined
      ? searchOne(db, first)
      : search(db, SHORT, questions);
  },
  long: (db, questions) => search(db, LONG, questions),
  // To plan a statement on several machines costs more than to read for many questions.
  maxConcurrent: 1,
  machinesOf: async (db, projectIds) => {
    const { rows } = await sql<{ machine: string }>`
      select coalesce((
        select min(groupid) from pg_dist_placement
        where shardid = get_shard_id_for_distribution_column('projects', s.id)
      ), 0)::text as machine
      from unnest(${projectIds}::text[]) with ordinality as s (id, no) order by s.no`.execute(db);
    return rows.map(({ machine }) => machine);
  },
};

async function searchOne(
  db: Kysely<Tables>,
  { projectId, touches }: SearchQuestion,
): Promise<SearchFindings> {
  const asked = new Set(touches.map(textOf));
  const query = CompiledQuery.raw(SINGLE, [
    projectId,
    touches.map(({ kind }) => kind),
    touches.map(({ value }) => value),
  ]);
  // A standby may route by old metadata.
  await assertPrimary(db);
  const { rows } = await db.executeQuery<SingleRow>(query);
  if (rows.some((row) => row.is_read_only)) throw new ReadOnlyServer();
  const matching = rows.flatMap(({ kind, value, ...row }) =>
    row.id !== null && asked.has(textOf({ kind, value })) ? { ...row, no: 0, matches: 1 } : [],
  );
  const [first] = rows.map((row) => ({ ...row, no: null, matches: null }));
  const found = first === undefined ? [] : [first, ...matching];
  return { rows: rowsOf([{ projectId, touches }], found), matches: rows.length };
}

const textOf = ({ kind, value }: Pick<SingleRow, 'kind' | 'value'>): string =>
  JSON.stringify([kind, value]);

async function search(
  db: Kysely<Tables>,
  text: string,
  questions: readonly SearchQuestion[],
): Promise<SearchFindings> {
  const asked = questions.flatMap(({ projectId, touches }, no) =>
    touches.map(({ kind, value }) => ({ no, projectId, kind, value })),
  );
  const query = CompiledQuery.raw(text, [
    [...new Set(questions.map(({ projectId }) => projectId))],
    asked.map(({ no }) => no),
    asked.map(({ projectId }) => projectId),
    asked.map(({ kind }) => kind),
    asked.map(({ value }) => value),
  ]);
  await assertPrimary(db);
  const { rows } = await db.executeQuery<Row>(query);
  if (rows.some((row) => row.is_read_only)) throw new ReadOnlyServer();
  // Rows without a match count for the limit, too.
  const matches = rows.reduce((sum, row) => sum + (row.matches ?? 0), 0);
  return { rows: rowsOf(questions, rows), matches: Math.max(matches, rows.length) };
}

/** Returns the rows of each question: one of its project, and then one of each match, once and in ascending order of id. */
function rowsOf(
  questions: readonly SearchQuestion[],
  rows: readonly Row[],
): readonly (readonly SearchRow[])[] {
  const coverages = new Map(rows.map(({ project_id, coverage }) => [project_id, coverage]));
  const matches = questions.map(() => new Map<number, Row>());
  for (const row of rows) {
    if (row.no !== null && row.id !== null) matches[row.no]?.set(row.id, row);
  }
  return questions.map(({ projectId }, no) => {
    const coverage = coverages.get(projectId);
    if (coverage === undefined) return [];
    const found = [...(matches[no]?.values() ?? [])].toSorted(
      (a, b) => Number(a.id) - Number(b.id),
    );
    return [{ id: null, environment: null, title: null, coverage }, ...found];
  });
}
