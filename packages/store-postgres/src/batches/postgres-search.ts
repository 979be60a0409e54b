import type { ScheduledChangeRequestReader } from '@forewarn/store';
import {
  searchResult,
  type SearchRow,
  type StatementObserver,
  type Tables,
  touchOf,
} from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { type Ask, batched } from './batched.ts';
import { batchedByMachine } from './batched-by-machine.ts';
import type { LongRead, PostgresSession } from '../session/postgres-session.ts';

/** Maximum targets of a search that shares a statement. */
const MAX_SHARED_TARGETS = 100;
/** Maximum searches that are remembered as long. */
const MAX_REMEMBERED = 100;
/** Maximum matching targets of a statement that is not for a long search. */
export const MAX_MATCHES = 10_000;

/** A search that shares a statement with others. */
export interface SearchQuestion {
  readonly projectId: string;
  /** The targets of the search, without duplicates. */
  readonly touches: readonly ReturnType<typeof touchOf>[];
}

/** What a statement found. */
export interface SearchFindings {
  readonly rows: readonly (readonly SearchRow[])[];
  /**
   * How many matching targets were read, at least 1 for each question whose project exists. The rows may lack some when there
   * are more than {@link MAX_MATCHES}.
   */
  readonly matches: number;
}

/**
 * Searches with the rule in SQL: `matchesAny` of `@forewarn/core` over the projection, for any number of questions at once.
 *
 * - `short` stops reading when it has found more than {@link MAX_MATCHES} matching targets; `long` reads all.
 * - Throws `ReadOnlyServer` when a server is read-only, since a standby may lag behind.
 */
export interface SearchStatements extends Readonly<Record<'short' | 'long', SearchStatement>> {
  /** Maximum short statements at the same time. */
  readonly maxConcurrent: number;
  /** Returns the machine of each project, in order, without asking that machine; absent when there is only one. */
  readonly machinesOf?: (
    db: Kysely<Tables>,
    projectIds: readonly string[],
  ) => Promise<readonly string[]>;
}

type SearchStatement = (
  db: Kysely<Tables>,
  questions: readonly SearchQuestion[],
) => Promise<SearchFindings>;

interface Question extends SearchQuestion {
  /** The same for identical searches. */
  readonly key: string;
  /** The observer's caller. */
  readonly caller: unknown;
}

/**
 * Searches that wait at the same moment share a statement. One with many targets or many matches has a statement of its own,
 * so that the others do not wait for it.
 *
 * @param statements those for how the tables are laid out
 */
export function postgresSearch(
  session: PostgresSession,
  statements: SearchStatements,
  observer: StatementObserver | undefined,
): ScheduledChangeRequestReader['search'] {
  // Otherwise each repetition would make the searches that share its statement run again, alone.
  const knownLong = new Set<string>();
  const run = (
    length: 'short' | 'long',
    questions: readonly Question[],
    signal: AbortSignal,
    callers: readonly unknown[] = questions.map(({ caller }) => caller),
    longRead?: LongRead,
  ) => {
    // What waits for a connection has not begun.
    const observed = (db: Kysely<Tables>) => {
      const send = () => statements[length](db, questions);
      return observer?.batch('search', callers, send) ?? send();
    };
    return session.readOnce(signal, observed, longRead);
  };
  /** Returns nothing when there are too many matches. */
  const short = async (
    questions: readonly Question[],
    signal: AbortSignal,
    callers?: readonly unknown[],
  ) => {
    const { rows, matches } = await run('short', questions, signal, callers);
    return matches > MAX_MATCHES ? undefined : rows;
  };
  const ask: Ask<Question, readonly SearchRow[] | undefined> = async (questions, signal) => {
    const callers = questions.map(({ caller }) => caller);
    if (questions.length === 1) return [(await short(questions, signal, callers))?.[0]];
    const distinct = new Map(questions.map((question) => [question.key, question]));
    const indexes = new Map([...distinct.keys()].map((key, index) => [key, index]));
    const rows = await short([...distinct.values()], signal, callers);
    return questions.map(({ key }) => rows?.[indexes.get(key) ?? 0]);
  };
  const { maxConcurrent, machinesOf } = statements;
  const shared =
    machinesOf === undefined
      ? batched(ask, { maxConcurrent })
      : batchedByMachine({
          ask,
          machinesOf: (ids, signal) => session.readOnce(signal, (db) => machinesOf(db, ids)),
          maxConcurrent,
        });
  const find = async (
    question: Question,
    signal: AbortSignal,
    caller: string | undefined,
  ): Promise<readonly SearchRow[]> => {
    const { key, touches } = question;
    if (touches.length <= MAX_SHARED_TARGETS && !knownLong.has(key)) {
      const rows = (await shared(question, signal)) ?? (await short([question], signal))?.[0];
      if (rows !== undefined) return rows;
      if (knownLong.size === MAX_REMEMBERED) knownLong.clear();
      knownLong.add(key);
    }
    const { rows, matches } = await run('long', [question], signal, undefined, { caller });
    if (matches <= MAX_MATCHES) knownLong.delete(key);
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
