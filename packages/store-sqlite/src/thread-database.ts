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
import type { Reply, SqliteThread } from './sqlite-thread.ts';

/** The options of {@link threadDatabase}. */
interface ThreadDatabaseOptions {
  readonly thread: SqliteThread;
  /** The number of the connection, which nothing else may use meanwhile. */
  readonly connection?: number;
  readonly observer?: Pick<StatementObserver, 'statement'> | undefined;
  /** Called before each statement and each chunk of rows: what it throws ends the statement. */
  readonly assertWanted?: () => void;
}

/**
 * Opens a connection of a thread through Kysely. Rows arrive in bounded chunks. To destroy it leaves the connection open for
 * the next one with its number.
 */
export function threadDatabase(options: ThreadDatabaseOptions): Kysely<Tables> {
  return new Kysely({
    dialect: {
      createAdapter: () => new ThreadAdapter(),
      createDriver: () => threadDriver(options),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Lets statements run while the rows of another one arrive. */
class ThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function threadDriver(options: ThreadDatabaseOptions): Driver {
  const connection = observing(options.observer)(threadConnection(options));
  const sending = (text: string) => async (on: DatabaseConnection) => {
    await on.executeQuery(CompiledQuery.raw(text));
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: sending('begin immediate'),
    commitTransaction: sending('commit'),
    rollbackTransaction: sending('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

function threadConnection({
  thread,
  connection = 0,
  assertWanted = () => {},
}: ThreadDatabaseOptions): DatabaseConnection {
  async function* replies({ sql, parameters }: CompiledQuery): AsyncGenerator<Reply, void> {
    // Otherwise the snapshot of an abandoned read would stay open.
    if (sql !== 'rollback') assertWanted();
    let reply = await thread.run(connection, sql, parameters);
    try {
      for (;;) {
        yield reply;
        if (reply.cursor === undefined) return;
        assertWanted();
        reply = await thread.next(reply.cursor);
      }
    } finally {
      if (reply.cursor !== undefined) await thread.end(reply.cursor);
    }
  }
  return {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const rows: R[] = [];
      for await (const reply of replies(query)) {
        const { changes } = reply;
        if (changes !== undefined) return { rows, numAffectedRows: BigInt(changes) };
        for (const row of reply.rows) rows.push(row as R);
      }
      return { rows };
    },
    /** The thread decides how many rows arrive at once. */
    streamQuery: async function* stream<R>(
      query: CompiledQuery,
    ): AsyncIterableIterator<QueryResult<R>> {
      for await (const { rows } of replies(query)) yield { rows: rows as R[] };
    },
  };
}
