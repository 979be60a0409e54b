// The program of a thread. Bundlers leave the files of threads out, so `npm run generate` makes the text `thread-program.ts`
// of it.
import { hash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { runStatement } from './run-statement.ts';
import type { ThreadFunctions, ThreadSettings, Reply } from './sqlite-thread.ts';

/** Maximum time to collect rows. The thread reads for others in between. */
const MAX_MS = 10;
/** Maximum rows of a reply, and characters of their texts: what the other thread takes over at once. */
const MAX_ROWS = 1_000;
const MAX_LENGTH = 500_000;

type Rows = IterableIterator<Readonly<Record<string, unknown>>>;

const { location, isReader, pragmas } = workerData as ThreadSettings;
const port = parentPort;
if (port === null) throw new Error('this is the program of a thread');

interface Connection {
  readonly database: DatabaseSync;
  /** Those that its last statement has left. */
  rows?: Rows | undefined;
}

const connections = new Map<number, Connection>();

// It opens the file at the first statement, so that an error of opening is an error of that statement.
function open(number: number): Connection {
  const known = connections.get(number);
  if (known !== undefined) return known;
  const database = new DatabaseSync(new URL(location), { readOnly: isReader });
  database.function('sha256', { deterministic: true }, (text) => hash('sha256', String(text)));
  database.exec(pragmas);
  const connection = { database };
  connections.set(number, connection);
  return connection;
}

function run(number: number, text: string, parameters: readonly SQLInputValue[]): Reply {
  const connection = open(number);
  const { database } = connection;
  // The rows of a statement that was given up.
  connection.rows?.return?.();
  connection.rows = undefined;
  // SQLite itself rolls back after an error such as a full disk.
  if (text === 'rollback' && !database.isTransaction) return { rows: [] };
  const statement = database.prepare(text);
  if (statement.columns().length === 0) {
    return { rows: [], changes: runStatement(statement, parameters).changes };
  }
  connection.rows = statement.iterate(...parameters) as Rows;
  return next(number);
}

function next(number: number): Reply {
  const found = connections.get(number)?.rows;
  if (found === undefined) throw new Error('the statement has no rows left');
  const rows: unknown[] = [];
  let length = 0;
  const endsAt = performance.now() + MAX_MS;
  do {
    const { value: row, done } = found.next();
    if (done === true) return { rows };
    rows.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
  } while (rows.length < MAX_ROWS && length < MAX_LENGTH && performance.now() < endsAt);
  return { rows, hasMore: true };
}

/** An error of SQLite as a value: a thread passes on only the message of an `Error`. */
function replying<Args extends readonly unknown[]>(work: (...args: Args) => Reply) {
  return (...args: Args): Reply => {
    try {
      return work(...args);
    } catch (error) {
      const { message, errcode } = error as Error & { readonly errcode?: number };
      return { rows: [], error: { message, errcode } };
    }
  };
}

const functions: ThreadFunctions = {
  run: replying(run),
  next: replying(next),
  close: () => {
    for (const { database } of connections.values()) database.close();
    port.close();
  },
};

createBirpc(functions, {
  post: (message) => port.postMessage(message),
  on: (receive) => port.on('message', receive),
});
