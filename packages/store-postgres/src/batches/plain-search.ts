import { NONE, type SearchRow, type Tables } from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { ReadOnlyServer } from '../session/postgres-errors.ts';
import {
  MAX_MATCHES,
  type SearchFindings,
  type SearchQuestion,
  type SearchStatements,
} from './postgres-search.ts';

interface Row extends SearchRow {
  /** The number of the question, from 1; 0 in the row that describes the server. Absent for a single question. */
  readonly no?: number;
  readonly is_read_only: boolean | null;
}

/** The row of a question in a long search. */
interface LongRow extends Pick<Row, 'no' | 'is_read_only' | 'coverage'> {
  /** How many targets match. */
  readonly matches: number | null;
  /** JSON of the id, the environment and the title of each match, in ascending order of id. */
  readonly found: string | null;
}

const LIMIT = `limit ${MAX_MATCHES + 1}`;
const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on' as is_read_only`;

// The sub-selects hide the lengths of the arrays from the planner, so that it keeps one plan for all; otherwise it would plan
// again each time. Each "offset 0" leaves it a single way, to look each row up by its whole key: by statistics that lack a
// table, or by the average of projects of different sizes, it would read a project whole.
const touching = (targets: string): string => `
  ${targets} as a (kind, value) cross join lateral (
    select change_request_id as id from touches
    where project_id = p.id and kind = a.kind and value = a.value offset 0
  ) t`;

const FOUND = `
  cross join lateral (
    select id, environment, title from change_requests
    where project_id = p.id and id = t.id offset 0
  ) c`;

const matchesOf = (targets: string): string =>
  `left join lateral (select c.* from ${touching(targets)} ${FOUND}) m on true`;

/** One question: `$1` its project, `$2` the kinds and `$3` the values of its targets. Without the project, there is no coverage. */
const SINGLE = `
  select s.is_read_only, case when p.id is not null then coalesce(p.coverage, '${NONE}') end as coverage, m.*
  from (select ${IS_READ_ONLY}) s
  left join (projects p ${matchesOf('unnest((select $2::smallint[]), (select $3::text[]))')}) on p.id = $1
  ${LIMIT}`;

const TARGETS = 'unnest(($4::smallint[])[s.first:s.last], ($5::text[])[s.first:s.last])';

/** Any number of questions: `$2` and `$3` are the first and the last target of each. */
const together = (matches: string, end: string, nulls: string): string => `
  (
    select s.no::int, null::boolean as is_read_only, p.coverage, m.*
    from unnest((select $1::text[]), (select $2::int[]), (select $3::int[])) with ordinality
      as s (project_id, first, last, no)
    join projects p on p.id = s.project_id
    ${matches}
    ${end}
  )
  union all
  select 0, ${IS_READ_ONLY}, null, ${nulls}`;

const SHARED = together(matchesOf(TARGETS), LIMIT, 'null, null, null');

// To read JSON takes a fraction of the time that reading as many rows takes.
const LONG = together(
  `cross join lateral (
    select sum(t.matches)::int as matches,
      json_agg(json_build_array(c.id, c.environment, c.title) order by c.id)::text as found
    from (select t.id, count(*) as matches from ${touching(TARGETS)} group by t.id) t ${FOUND}
  ) m`,
  '',
  'null, null',
);

/** The statements for tables that are all on one machine. */
export const plainSearch: SearchStatements = {
  short: (db, questions) => {
    const [first, second] = questions;
    return first !== undefined && second === undefined
      ? search(db, questions, SINGLE, parametersOf(first))
      : search(db, questions, SHARED, parametersOfAll(questions));
  },
  long: searchLong,
  maxConcurrent: 2,
};

async function search(
  db: Kysely<Tables>,
  questions: readonly SearchQuestion[],
  text: string,
  parameters: unknown[],
): Promise<SearchFindings> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, parameters));
  const found = questions.map(() => new Map<number | null, Row>());
  let matches = 0;
  for (const row of rows) {
    if (row.is_read_only === true) throw new ReadOnlyServer();
    const { no = row.coverage === null ? 0 : 1 } = row;
    if (no === 0) continue;
    matches += 1;
    // Two targets can find the same change request.
    found[no - 1]?.set(row.id, row);
  }
  return {
    rows: found.map((own) => [...own.values()].toSorted((a, b) => Number(a.id) - Number(b.id))),
    matches,
  };
}

async function searchLong(
  db: Kysely<Tables>,
  questions: readonly SearchQuestion[],
): Promise<SearchFindings> {
  const query = CompiledQuery.raw(LONG, parametersOfAll(questions));
  const { rows } = await db.executeQuery<LongRow>(query);
  const found = questions.map((): readonly SearchRow[] => []);
  let matches = 0;
  for (const row of rows) {
    if (row.is_read_only === true) throw new ReadOnlyServer();
    if (row.no === undefined || row.no === 0) continue;
    matches += row.matches ?? 0;
    found[row.no - 1] = rowsOf(row);
  }
  return { rows: found, matches };
}

function rowsOf({ coverage, found }: LongRow): readonly SearchRow[] {
  if (found === null) return [{ coverage, id: null, environment: null, title: null }];
  const all = JSON.parse(found) as readonly (readonly [number, string, string | null])[];
  return all.map(([id, environment, title]) => ({ coverage, id, environment, title }));
}

function parametersOf({ projectId, touches }: SearchQuestion): unknown[] {
  return [projectId, touches.map(({ kind }) => kind), touches.map(({ value }) => value)];
}

function parametersOfAll(questions: readonly SearchQuestion[]): unknown[] {
  const firsts: number[] = [];
  const lasts: number[] = [];
  let count = 0;
  for (const { touches } of questions) {
    firsts.push(count + 1);
    count += touches.length;
    lasts.push(count);
  }
  const touches = questions.flatMap((question) => question.touches);
  return [
    questions.map(({ projectId }) => projectId),
    firsts,
    lasts,
    touches.map(({ kind }) => kind),
    touches.map(({ value }) => value),
  ];
}
