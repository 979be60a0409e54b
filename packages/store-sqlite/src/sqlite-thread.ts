import { once } from 'node:events';
import type { SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { observing, type StatementObserver, type Tables } from '@forewarn/store-sql';
import { type BirpcReturn, createBirpc } from 'birpc';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely';
import {
  beginning,
  dialectWith,
  LONG_WRITER_PRAGMAS,
  THREAD_READER_PRAGMAS,
} from './sqlite-database.ts';
import { FileUnusable } from './sqlite-errors.ts';
import { THREAD_PROGRAM } from './thread-program.ts';

/** What the users of threads need. */
export interface ThreadOptions {
  readonly path: string;
  /** Throws if the file can't be opened. */
  readonly assertOpen: () => void;
  readonly observer?: Pick<StatementObserver, 'statement'> | undefined;
}

/** How a thread opens the file. */
export interface ThreadSettings {
  /** The URL of the file. */
  readonly location: string;
  readonly isReader: boolean;
  /** Run once on each connection. */
  readonly pragmas: string;
}

/** The result of a statement, or its first or next rows. */
export interface Reply {
  readonly rows: readonly unknown[];
  readonly changes?: number | bigint;
  /** Whether the statement has more rows. */
  readonly hasMore?: boolean;
  readonly error?: { readonly message: string; readonly errcode: number | undefined };
}

/** The functions of a thread that has a file open, on any number of connections. */
export interface ThreadFunctions {
  /** Runs a statement. Opens the connection if it is new. */
  run(connection: number, text: string, parameters: readonly SQLInputValue[]): Reply;
  /** Reads on in the rows of the connection's last statement. */
  next(connection: number): Reply;
  /** Closes all connections, and ends the thread. */
  close(): void;
}

const SETTINGS = {
  reader: { isReader: true, pragmas: THREAD_READER_PRAGMAS },
  writer: { isReader: false, pragmas: LONG_WRITER_PRAGMAS },
};

/** The options of {@link SqliteThread.open}. */
interface ConnectionOptions {
  /** The number of the connection, which nothing else may use meanwhile. */
  readonly connection?: number;
  readonly observer?: Pick<StatementObserver, 'statement'> | undefined;
  /** Called before each statement and each chunk of rows: what it throws ends the statement. */
  readonly assertWanted?: () => void;
}

/**
 * A thread that has a file open, which must exist: a statement or a commit that takes long does not hold the event loop.
 */
export class SqliteThread {
  readonly #worker: Worker;
  readonly #remote: BirpcReturn<ThreadFunctions, object>;
  #ended: FileUnusable | undefined;

  constructor(path: string, kind: keyof typeof SETTINGS) {
    const location = pathToFileURL(path);
    // To open a file that is gone would otherwise make a new one.
    location.search = kind === 'reader' ? '?mode=ro' : '?mode=rw';
    const worker = new Worker(THREAD_PROGRAM, {
      eval: true,
      workerData: { location: location.href, ...SETTINGS[kind] } satisfies ThreadSettings,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#worker = worker;
    this.#remote = createBirpc<ThreadFunctions, object>(
      {},
      {
        post: (message) => worker.postMessage(message),
        on: (receive) => worker.on('message', receive),
        // A statement may take as long as it wants. The thread's end is noticed.
        timeout: -1,
      },
    );
    const end = (cause?: unknown): void => {
      this.#ended ??= new FileUnusable(`${path}: the ${kind} thread ended`, { cause });
      this.#remote.$close(this.#ended);
    };
    worker.on('error', end);
    worker.on('exit', () => end());
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /**
   * Opens a connection through Kysely. Rows arrive in bounded chunks. To destroy it leaves the connection open for the next one
   * with its number.
   */
  open({ connection = 0, observer, assertWanted = () => {} }: ConnectionOptions): Kysely<Tables> {
    const own = observing(observer)({
      executeQuery: <R>({ sql, parameters }: CompiledQuery) => {
        // Otherwise the snapshot of an abandoned read would stay open.
        if (sql !== 'rollback') assertWanted();
        return this.#run<R>(connection, sql, parameters as SQLInputValue[], assertWanted);
      },
      streamQuery: () => {
        throw new Error('streaming is not supported');
      },
    });
    return new Kysely({ dialect: dialectWith(() => driverOf(own)) });
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const exit = once(this.#worker, 'exit');
    await this.#remote.close.asEvent();
    await exit;
  }

  /** Throws errors as `node:sqlite` does. */
  async #run<R>(
    connection: number,
    text: string,
    parameters: readonly SQLInputValue[],
    assertWanted: () => void,
  ): Promise<QueryResult<R>> {
    const rows: R[] = [];
    let reply = await this.#reply((remote) => remote.run(connection, text, parameters));
    for (;;) {
      for (const row of reply.rows) rows.push(row as R);
      const { changes, hasMore = false } = reply;
      if (changes !== undefined) return { rows, numAffectedRows: BigInt(changes) };
      if (!hasMore) return { rows };
      assertWanted();
      reply = await this.#reply((remote) => remote.next(connection));
    }
  }

  async #reply(
    ask: (remote: BirpcReturn<ThreadFunctions, object>) => Promise<Reply>,
  ): Promise<Reply> {
    if (this.#ended !== undefined) throw this.#ended;
    const reply = await ask(this.#remote);
    if (reply.error === undefined) return reply;
    const { message, errcode } = reply.error;
    throw Object.assign(new Error(message), { errcode });
  }
}

function driverOf(connection: DatabaseConnection): Driver {
  const send = async (text: string): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw(text));
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: (_own, settings) => send(beginning(settings)),
    commitTransaction: () => send('commit'),
    rollbackTransaction: () => send('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
