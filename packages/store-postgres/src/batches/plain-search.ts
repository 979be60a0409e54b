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
  /** How many targets found the change request. Absent in a short search, which has a row for each. */
  readonly matches?: number | null;
  readonly is_read_only: boolean | null;
}

const LIMIT = `limit ${MAX_MATCHES + 1}`;
const IS_READ_ONLY = `current_setting('transaction_read_only') = 'on' as is_read_only`;

// The sub-selects hide the lengths of the arrays from the planner, so that it keeps one plan for all; otherwise it would plan
// again each time. Each "offset 0" leaves it a single way, to look each row up by its whole key: by statistics that lack a
// table, or by the average of projects of different sizes, it would read a project whole.
const matchesOf = (targets: string, columns = '', end = ''): string => `
  left join lateral (
    select c.*${columns && ', t.matches'} from (
      select t.change_request_id as id ${columns}
      from ${targets} as a (kind, value) cross join lateral (
        select change_request_id from touches
        where project_id = p.id and kind = a.kind and value = a.value offset 0
      ) t
      ${end}
    ) t cross join lateral (
      select id, environment, title from change_requests
      where project_id = p.id and id = t.id offset 0
    ) c
  ) m on true`;

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
const LONG = together(
  matchesOf(TARGETS, ', count(*)::int as matches', 'group by t.change_request_id'),
  '',
  'null, null, null, null',
);

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
  const found = questions.map(() => new Map<number | null, Row>());
  let matches = 0;
  for (const row of rows) {
    if (row.is_read_only === true) throw new ReadOnlyServer();
    const { no = row.coverage === null ? 0 : 1 } = row;
    if (no === 0) continue;
    matches += row.matches ?? 1;
    // Two targets can find the same change request.
    found[no - 1]?.set(row.id, row);
  }
  return {
    rows: found.map((own) => [...own.values()].toSorted((a, b) => Number(a.id) - Number(b.id))),
    matches,
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
