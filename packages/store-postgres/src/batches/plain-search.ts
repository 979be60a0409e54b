import type { SearchRow, Tables } from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { ReadOnlyServer } from '../session/postgres-errors.ts';
import {
  MAX_MATCHES,
  type SearchFindings,
  type SearchQuestion,
  type SearchStatements,
} from './postgres-search.ts';

interface Row extends SearchRow {
  /** The number of the question, from 1; 0 in the row that describes the statement itself. */
  readonly no: number;
  /** How many of the question's targets match; null if its project does not exist. */
  readonly matches: number | null;
  readonly is_read_only: boolean | null;
}

const LIMIT = `limit ${MAX_MATCHES + 1}`;
const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on' as is_read_only`;

// The sub-selects hide the lengths of the arrays from the planner, so that it keeps one plan for all; otherwise it would plan
// again each time. Each "offset 0" leaves it a single way, to look each row up by its whole key: by statistics that lack a
// table, or by the average of projects of different sizes, it would read a project whole.
const matchesOf = (kinds: string, values: string, limit: string): string => `
  cross join lateral (select array(
    select t.change_request_id
    from unnest((select ${kinds}), (select ${values})) as a (kind, value)
    cross join lateral (
      select change_request_id from touches
      where project_id = p.id and kind = a.kind and value = a.value offset 0
    ) t
    ${limit}
  ) as ids offset 0) m
  left join lateral (
    select c.* from (select distinct unnest(m.ids) as id) i cross join lateral (
      select id, environment, title from change_requests
      where project_id = p.id and id = i.id offset 0
    ) c
  ) c on true`;

const COLUMNS = 'p.coverage, cardinality(m.ids) as matches, c.id, c.environment, c.title';

/** One question: `$1` its project, `$2` the kinds and `$3` the values of its targets. */
const SINGLE = `
  select 1 as no, s.is_read_only, ${COLUMNS}
  from (select ${IS_READ_ONLY}) s
  left join (projects p ${matchesOf('$2::smallint[]', '$3::text[]', LIMIT)}) on p.id = $1`;

/** Any number of questions: `$2` and `$3` are the first and the last target of each. */
const together = (limit: string): string => `
  (
    select s.no::int, null::boolean as is_read_only, ${COLUMNS}
    from unnest((select $1::text[]), (select $2::int[]), (select $3::int[])) with ordinality
      as s (project_id, first, last, no)
    join projects p on p.id = s.project_id
    ${matchesOf('($4::smallint[])[s.first:s.last]', '($5::text[])[s.first:s.last]', limit)}
    ${limit}
  )
  union all
  select 0, ${IS_READ_ONLY}, null, null, null, null, null`;

const SHARED = together(LIMIT);
const LONG = together('');

/** The statements for tables that are all on one machine. */
export const plainSearch: SearchStatements = {
  short: (db, questions) => {
    const [first, second] = questions;
    return first !== undefined && second === undefined
      ? search(db, questions, SINGLE, parametersOf(first))
      : search(db, questions, SHARED, parametersOfAll(questions));
  },
  long: (db, questions) => search(db, questions, LONG, parametersOfAll(questions)),
  maxConcurrent: 2,
};

async function search(
  db: Kysely<Tables>,
  questions: readonly SearchQuestion[],
  text: string,
  parameters: unknown[],
): Promise<SearchFindings> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, parameters));
  const found = questions.map((): Row[] => []);
  let matches = 0;
  for (const row of rows) {
    if (row.is_read_only === true) throw new ReadOnlyServer();
    const own = found[row.no - 1];
    if (own === undefined || row.matches === null) continue;
    if (own.length === 0) matches += row.matches;
    own.push(row);
  }
  return {
    rows: found.map((own) => own.toSorted((a, b) => Number(a.id) - Number(b.id))),
    // The limit can leave out whole questions, too.
    matches: Math.max(matches, rows.length - 1),
  };
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
