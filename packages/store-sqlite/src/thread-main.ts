// The program of a thread. Bundlers leave the files of threads out, so `npm run generate` makes the text `thread-program.ts`
// of it.
import { hash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { createBirpc } from 'birpc';
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

const connections = new Map<number, DatabaseSync>();
const cursors = new Map<number, { readonly connection: number; readonly rows: Rows }>();
let lastCursor = 0;

// It opens the file at the first statement, so that an error of opening is an error of that statement.
function open(connection: number): DatabaseSync {
  const known = connections.get(connection);
  if (known !== undefined) return known;
  const database = new DatabaseSync(new URL(location), { readOnly: isReader });
  database.function('sha256', { deterministic: true }, (text) => hash('sha256', String(text)));
  database.exec(pragmas);
  connections.set(connection, database);
  return database;
}

function run(connection: number, text: string, parameters: readonly SQLInputValue[]): Reply {
  const database = open(connection);
  if (text === 'rollback') {
    for (const [cursor, { connection: of }] of cursors) if (of === connection) end(cursor);
    // SQLite itself rolls back after an error such as a full disk.
    if (!database.isTransaction) return { rows: [] };
  }
  const statement = database.prepare(text);
  if (statement.columns().length === 0) {
    return { rows: [], changes: statement.run(...parameters).changes };
  }
  lastCursor += 1;
  cursors.set(lastCursor, { connection, rows: statement.iterate(...parameters) as Rows });
  return next(lastCursor);
}

function next(cursor: number): Reply {
  const found = cursors.get(cursor);
  if (found === undefined) throw new Error('the cursor is closed');
  const rows: unknown[] = [];
  let length = 0;
  const endsAt = performance.now() + MAX_MS;
  cursors.delete(cursor);
  do {
    const { value: row, done } = found.rows.next();
    if (done === true) return { rows };
    rows.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
  } while (rows.length < MAX_ROWS && length < MAX_LENGTH && performance.now() < endsAt);
  cursors.set(cursor, found);
  return { rows, cursor };
}

function end(cursor: number): void {
  cursors.get(cursor)?.rows.return?.();
  cursors.delete(cursor);
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
  end,
  close: () => {
    for (const database of connections.values()) database.close();
    port.close();
  },
};

createBirpc(functions, {
  post: (message) => port.postMessage(message),
  on: (receive) => port.on('message', receive),
});
