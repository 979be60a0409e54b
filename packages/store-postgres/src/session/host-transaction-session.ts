import { attempt } from '@forewarn/core';
import {
  callsInHostTransaction,
  type HostTransactionSettings,
  type StatementObserver,
  type Tables,
} from '@forewarn/store-sql';
import {
  type CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type Transaction,
} from 'kysely';
import { onPrimary } from './assert-primary.ts';
import { connectionError, isRace, isUnavailable } from './postgres-errors.ts';
import { typesOfResults } from './postgres-connection.ts';
import type { PostgresSession, PostgresTransaction } from './postgres-session.ts';
import type { SentStatement } from './statement-texts.ts';

/** Maximum retries after a race with another transaction. */
export const MAX_RACES = 10;

/** Makes the dialect of the transactions of a store. Its adapter keeps compiled statements, which differ by how tables are laid out. */
export function hostDialect(): HostTransactionSettings['dialect'] {
  const adapter = new PostgresAdapter();
  return {
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

interface Statements extends Pick<HostTransactionSettings, 'dialect'> {
  readonly sent: (text: string) => SentStatement;
  readonly observer: StatementObserver | undefined;
}

export function hostTransactionSession(
  session: PostgresSession,
  host: PostgresTransaction,
  { sent, observer, dialect }: Statements,
): PostgresSession {
  const { run, read, ...calls } = callsInHostTransaction({
    host,
    send: async <Row>(query: CompiledQuery<Row>) => {
      const { text } = sent(query.sql);
      const send = () => sendOn<Row>(host, { ...query, sql: text });
      try {
        return await (observer?.statement(text, send) ?? send());
      } catch (error) {
        throw connectionError(error);
      }
    },
    dialect,
    isUnavailable: isUnavailableHere,
    retry: retryRaces,
  });
  const unaborted = new AbortController().signal;
  return {
    ...session,
    ...calls,
    read: (work, options) => read(onPrimary(work), options),
    call: (options, work) =>
      attempt(isUnavailableHere, options, () => work(options?.signal ?? unaborted)),
    readOnce: run,
    writeOnce: run,
    settleCommits: assertReadCommitted,
    // Others must not see ids of events that may be rolled back.
    numberEvents: undefined,
    isUnavailable: isUnavailableHere,
  };
}

async function sendOn<Row>(
  host: PostgresTransaction,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  // The plugins are for the host's own tables.
  if ('withoutPlugins' in host) return host.withoutPlugins().executeQuery(query);
  const values = [...query.parameters];
  const { rows, rowCount } = await host.query({ text: query.sql, values, types: typesOfResults });
  return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
}

/** A transaction that sees an older state, and so can't try again, fails by a race that it lost. */
const isUnavailableHere = (error: unknown): boolean => isUnavailable(error) || isRace(error);

async function retryRaces<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (let left = MAX_RACES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRace(error) || left === 0) throw error;
    }
    signal?.throwIfAborted();
  }
}

/** A guarded delete locks the definition, and then must see what those committed that had locked it. */
async function assertReadCommitted(transaction: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ level: string }>`
    select current_setting('transaction_isolation') as level`.execute(transaction);
  const level = rows[0]?.level;
  if (level === 'read committed') return;
  throw new Error(
    `a guarded delete needs a transaction of the isolation level "read committed", not "${level}": it would miss what was recorded meanwhile`,
  );
}
