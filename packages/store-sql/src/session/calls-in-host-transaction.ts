import { attempt } from '@forewarn/core';
import { KeyedMutex } from '@forewarn/platform';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { type SqlSession, transact } from './sql-session.ts';

/** A transaction of any Kysely, described by its parts, so that it fits whatever the version of its types. */
export interface KyselyTransaction {
  readonly isTransaction: true;
  withoutPlugins(): {
    executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
  };
}

/** How calls join a transaction. */
export interface HostTransactionSettings {
  /** The transaction. Calls of several stores on the same one take turns. */
  readonly host: object;
  /** Sends a statement in it. */
  readonly send: <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;
  /** The dialect of its database. */
  readonly dialect: Omit<Dialect, 'createDriver'>;
  readonly isUnavailable: SqlSession['isUnavailable'];
  /** Runs work in a savepoint again after a race with another transaction. Default: never. */
  readonly retry?: <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;
  /** Runs before the first call. Throws if the transaction can't be joined. */
  readonly check?: (db: Kysely<Tables>) => Promise<void>;
}

export interface CallsInHostTransaction extends Pick<
  SqlSession,
  'read' | 'write' | 'writeLong' | 'snapshot'
> {
  /** Runs statements in a savepoint of their own. */
  readonly run: <T>(
    signal: AbortSignal | undefined,
    work: (db: Kysely<Tables>) => Promise<T>,
  ) => Promise<T>;
}

/** By transaction. */
const mutex = new KeyedMutex();

/**
 * Runs the calls of a store in a transaction of its host, which alone begins and ends it. Each call has a savepoint: what
 * fails leaves the transaction as it was before the call.
 */
export function callsInHostTransaction({
  host,
  send,
  dialect,
  isUnavailable,
  retry = (_signal, work) => work(),
  check = async () => {},
}: HostTransactionSettings): CallsInHostTransaction {
  const db = new Kysely<Tables>({
    dialect: { ...dialect, createDriver: () => savepointDriver(send) },
  });
  let checked: Promise<void> | undefined;

  const inTurn = <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
    mutex.run(host, signal, async () => {
      await (checked ??= check(db));
      return work();
    });
  const run: CallsInHostTransaction['run'] = (signal, work) =>
    inTurn(signal, () => db.transaction().execute(() => work(db)));
  const write: SqlSession['write'] = (work, options) =>
    attempt(isUnavailable, options, () =>
      inTurn(options?.signal, () =>
        retry(options?.signal, () =>
          transact(db, async (transaction) => {
            const result = await work(transaction);
            options?.signal?.throwIfAborted();
            return result;
          }),
        ),
      ),
    );
  return {
    run,
    read: (work, options) => attempt(isUnavailable, options, () => run(options?.signal, work)),
    write,
    writeLong: write,
    snapshot: (work, options) => run(options?.signal, work),
  };
}

/** Its transactions are savepoints, which can contain one another. */
function savepointDriver(send: HostTransactionSettings['send']): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const result = await send(query as CompiledQuery<Row>);
      return { ...result, rows: result.rows.map(withNumbers) };
    },
    // Kysely requires it; the stores never stream.
    // eslint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('streaming is not supported');
    },
  };
  const sendAll = async (...texts: readonly string[]): Promise<void> => {
    for (const text of texts) await send(CompiledQuery.raw(text));
  };
  const release = 'release savepoint forewarn';
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: () => sendAll('savepoint forewarn'),
    commitTransaction: () => sendAll(release),
    // Never throws: the error that led to it is the one to report, and a lost transaction fails its host's next statement.
    rollbackTransaction: () => sendAll('rollback to savepoint forewarn', release).catch(() => {}),
    destroy: async () => {},
  };
}

/** A driver of the host may return integers as bigints. */
const withNumbers = <Row>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row as object).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  ) as Row;
