import type {
  ProjectNotFound,
  ReadOptions,
  ScheduledChangeRequestMatches,
  ScheduledChangeRequestSearch,
  StoreUnavailable,
} from '@forewarn/core';
import {
  searchResult,
  type SearchRow,
  type Semaphore,
  type StatementObserver,
  type Tables,
  touchOf,
} from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import type { ResultAsync } from 'neverthrow';
import { batched } from './batched.ts';
import { ReadOnlyServer } from './postgres-errors.ts';
import type { PostgresSession } from './postgres-session.ts';
import {
  MAX_MATCHES,
  type SearchFindings,
  type SearchQuestion,
  type SearchStatements,
} from './search-statements.ts';

/** Maximum targets of a search that shares a statement. */
const MAX_SHARED_TARGETS = 100;
/** Maximum searches that are remembered as heavy. */
const MAX_REMEMBERED = 100;
/** The number of the row that describes the statement itself. */
const SUMMARY = -1;

/**
 * The rule in SQL: `matchesAny` of `@forewarn/core` over the projection, for any number of searches at once. The sub-selects
 * hide the lengths of the arrays from the planner, so that it keeps one plan for all; otherwise it would plan again each time.
 *
 * The first row has the number of matching targets that were read, and whether the server is read-only.
 */
const statement = (limit: string, condition: string): string => `
  with touched as materialized (
    select a.no, a.project_id, t.change_request_id
    from unnest((select $2::int[]), (select $3::text[]), (select $4::smallint[]), (select $5::text[]))
      as a (no, project_id, kind, value)
    join touches t on t.project_id = a.project_id and t.kind = a.kind and t.value = a.value
    ${limit}
  ), matches as (
    select distinct no, project_id, change_request_id from touched
    ${condition}
  )
  select ${SUMMARY} as no, (select count(*) from touched) as id,
    current_setting('transaction_read_only') as environment, null as title, null as coverage
  union all
  select (s.no - 1)::int, null::bigint, null, null, p.coverage
  from unnest((select $1::text[])) with ordinality as s (project_id, no)
  join projects p on p.id = s.project_id
  union all
  select m.no, c.id, c.environment, c.title, null
  from matches m
  join change_requests c on c.project_id = m.project_id and c.id = m.change_request_id
  order by 1, 2 nulls first`;

/** The statement of most searches. It stops reading when there are too many matches, and finds nothing then. */
const SEARCH = statement(
  `limit ${MAX_MATCHES + 1}`,
  `where (select count(*) from touched) <= ${MAX_MATCHES}`,
);
const HEAVY_SEARCH = statement('', '');

/** The statements for tables that are all on one machine. */
export const plainSearch: SearchStatements = {
  light: (db, questions) => searchPlain(db, SEARCH, questions),
  heavy: (db, questions) => searchPlain(db, HEAVY_SEARCH, questions),
};

async function searchPlain(
  db: Kysely<Tables>,
  text: string,
  questions: readonly SearchQuestion[],
): Promise<SearchFindings> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, parametersOf(questions)));
  return findingsOf(questions, rows);
}

interface Row extends SearchRow {
  /** The index of its search. */
  readonly no: number;
}

interface Question extends SearchQuestion {
  /** The same for identical searches. */
  readonly key: string;
  /** The observer's caller. */
  readonly caller: unknown;
}

type Search = (
  search: ScheduledChangeRequestSearch,
  options?: ReadOptions,
) => ResultAsync<ScheduledChangeRequestMatches, ProjectNotFound | StoreUnavailable>;

/**
 * Searches that wait at the same moment share a statement. One with many targets or many matches has a statement of its own,
 * so that the others do not wait for it.
 *
 * @param statements those for how the tables are laid out
 * @param heavy limits the heavy statements that run at the same time
 */
export function postgresSearch(
  session: PostgresSession,
  statements: SearchStatements,
  heavy: Semaphore,
  observer: StatementObserver | undefined,
): Search {
  // Otherwise each repetition would make the searches that share its statement run again, alone.
  const knownHeavy = new Set<string>();
  const run = (
    size: keyof SearchStatements,
    questions: readonly Question[],
    signal: AbortSignal,
    callers: readonly unknown[] = questions.map(({ caller }) => caller),
  ) => {
    const send = () => session.readOnce(signal, (db) => statements[size](db, questions));
    return observer?.batch('search', callers, send) ?? send();
  };
  /** Returns nothing when there are too many matches. */
  const light = async (
    questions: readonly Question[],
    signal: AbortSignal,
    callers?: readonly unknown[],
  ) => {
    const { rows, matches } = await run('light', questions, signal, callers);
    return matches > MAX_MATCHES ? undefined : rows;
  };
  const shared = batched(async (questions: readonly Question[], signal) => {
    const distinct = new Map(questions.map((question) => [question.key, question]));
    const indexes = new Map([...distinct.keys()].map((key, index) => [key, index]));
    const callers = questions.map(({ caller }) => caller);
    const rows = await light([...distinct.values()], signal, callers);
    return questions.map(({ key }) => rows?.[indexes.get(key) ?? 0]);
  });
  const find = async (
    question: Question,
    signal: AbortSignal,
    caller: string | undefined,
  ): Promise<readonly SearchRow[]> => {
    const { key, touches } = question;
    if (touches.length <= MAX_SHARED_TARGETS && !knownHeavy.has(key)) {
      const rows = (await shared(question, signal)) ?? (await light([question], signal))?.[0];
      if (rows !== undefined) return rows;
      if (knownHeavy.size === MAX_REMEMBERED) knownHeavy.clear();
      knownHeavy.add(key);
    }
    const { rows, matches } = await heavy.run(
      signal,
      () => run('heavy', [question], signal),
      caller,
    );
    if (matches <= MAX_MATCHES) knownHeavy.delete(key);
    return rows[0] ?? [];
  };

  return ({ projectId, anyOf }, options) =>
    session.call(options, async (signal) => {
      const touches = anyOf.map(touchOf);
      const distinct = new Map(touches.map((touch) => [JSON.stringify(touch), touch]));
      const question = {
        key: JSON.stringify([projectId, ...distinct.keys()]),
        projectId,
        touches: [...distinct.values()],
        caller: observer?.caller(),
      };
      return searchResult(projectId, await find(question, signal, options?.caller));
    });
}

/** The projects of the searches, and four columns with a row for each target. */
function parametersOf(questions: readonly SearchQuestion[]): unknown[][] {
  const rows = questions.flatMap(({ projectId, touches }, no) =>
    touches.map(({ kind, value }) => ({ no, projectId, kind, value })),
  );
  return [
    questions.map(({ projectId }) => projectId),
    rows.map(({ no }) => no),
    rows.map(({ projectId }) => projectId),
    rows.map(({ kind }) => kind),
    rows.map(({ value }) => value),
  ];
}

/** Returns the rows of each question. */
function findingsOf(questions: readonly SearchQuestion[], rows: readonly Row[]): SearchFindings {
  const found = questions.map((): Row[] => []);
  let matches = 0;
  for (const row of rows) {
    if (row.no === SUMMARY) {
      if (row.environment === 'on') throw new ReadOnlyServer();
      matches = row.id ?? 0;
    } else {
      found[row.no]?.push(row);
    }
  }
  return { rows: found, matches };
}
