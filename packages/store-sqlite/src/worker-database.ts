import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { observing, type StatementObserver, type Tables } from '@forewarn/store-sql';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { FileUnusable } from './sqlite-errors.ts';

const CACHE_KIB = 16_384;

// A text, because bundlers leave files of workers out. It opens the file at the first statement, so that an error of
// opening is an error of that statement. SQLite itself rolls back after an error such as a full disk.
const PROGRAM = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  let database;
  function open() {
    const opened = new DatabaseSync(new URL(workerData));
    opened.exec('pragma synchronous = full; pragma cache_size = -${CACHE_KIB}; pragma wal_autocheckpoint = 0;');
    return opened;
  }
  function run({ sql, parameters }) {
    database ??= open();
    if (sql === 'rollback' && !database.isTransaction) return { rows: [] };
    const statement = database.prepare(sql);
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) };
    return { rows: [], changes: statement.run(...parameters).changes };
  }
  parentPort.on('message', (message) => {
    if (message === 'close') {
      database?.close();
      parentPort.close();
      return;
    }
    try {
      parentPort.postMessage(run(message));
    } catch ({ message, errcode }) {
      parentPort.postMessage({ error: { message, errcode } });
    }
  });`;

/** The response of the worker to a statement. */
type Response =
  | { readonly rows: unknown[]; readonly changes?: number | bigint }
  | { readonly error: { readonly message: string; readonly errcode?: number } };

/**
 * Opens a file that exists through Kysely, in a worker thread: a statement or a commit that takes long does not hold the
 * event loop. The log is moved into the file only when a statement says so. The thread starts at the first statement, and
 * ends when the database is destroyed.
 */
export function openInWorker(
  path: string,
  observer?: Pick<StatementObserver, 'statement'>,
): Kysely<Tables> {
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new WorkerDriver(path, observer),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

class WorkerDriver implements Driver {
  readonly #path: string;
  readonly #observed: ReturnType<typeof observing>;
  #connection: WorkerConnection | undefined;

  constructor(path: string, observer?: Pick<StatementObserver, 'statement'>) {
    this.#path = path;
    this.#observed = observing(observer);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new WorkerConnection(this.#path);
    return this.#observed(this.#connection);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#connection?.close();
  }
}

/** Sends one statement at a time: Kysely's adapter for SQLite waits for each response. */
class WorkerConnection implements DatabaseConnection {
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<Response> | undefined;
  #ended: FileUnusable | undefined;

  constructor(path: string) {
    const location = pathToFileURL(path);
    // To open a file that is gone would otherwise make a new one.
    location.search = '?mode=rw';
    this.#worker = new Worker(PROGRAM, {
      eval: true,
      workerData: location.href,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const end = (cause?: unknown): void => {
      this.#ended ??= new FileUnusable(`${path}: the thread that writes ended`, { cause });
      this.#waiting?.reject(this.#ended);
    };
    this.#worker.on('message', (response: Response) => this.#waiting?.resolve(response));
    this.#worker.on('error', end);
    this.#worker.on('exit', () => end());
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ended !== undefined) throw this.#ended;
    this.#waiting = Promise.withResolvers();
    this.#send({ sql, parameters });
    const response = await this.#waiting.promise;
    if ('error' in response) {
      const { message, errcode } = response.error;
      throw Object.assign(new Error(message), { errcode });
    }
    const { rows, changes } = response;
    return {
      rows: rows as R[],
      ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
    };
  }

  streamQuery(): never {
    throw new Error('the thread that writes does not stream');
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const exit = once(this.#worker, 'exit');
    this.#send('close');
    await exit;
  }

  #send(message: Pick<CompiledQuery, 'sql' | 'parameters'> | 'close'): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(message);
  }
}
