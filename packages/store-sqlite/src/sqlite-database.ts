import { hash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { nextTurn } from '@forewarn/platform';
import { observing, type StatementObserver, type Tables } from '@forewarn/store-sql';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { runStatement } from './run-statement.ts';

/** Maximum prepared statements per connection. */
const MAX_STATEMENTS = 100;
/** Maximum length of a statement to keep: bulk statements are longer, and differ. */
const MAX_STATEMENT_LENGTH = 4_000;

// SQLite's default of 2 MiB is too small for a large file.
const CACHE_KIB = 8_192;

/** What each connection that writes sets. */
const WRITER_PRAGMAS = `
  pragma synchronous = full; pragma cache_size = -${CACHE_KIB};
  -- A log that grew while a reader held it shrinks to 16 MiB when it is used again.
  pragma journal_size_limit = ${2 ** 24};`;
/** What the connection for long writes sets. It moves the log into the file only when a statement says so. */
export const LONG_WRITER_PRAGMAS = `
  ${WRITER_PRAGMAS} pragma cache_size = -${2 * CACHE_KIB}; pragma wal_autocheckpoint = 0;`;
/** What each connection that only reads sets. */
const READER_PRAGMAS = `pragma cache_size = -${CACHE_KIB};`;
/** What each of the several connections of a thread that reads sets. */
export const THREAD_READER_PRAGMAS = `pragma cache_size = -${CACHE_KIB / 2};`;

// Another connection may hold a lock. To wait for it in SQLite would block the event loop, so SQLite returns at once, and the
// call is retried.
const NO_WAIT = { timeout: 0 };

/** Opens a database file through Kysely, and writes nothing to it. */
export function openAsItIs(path: string): Kysely<Tables> {
  return new FileDatabase(new DatabaseSync(path, NO_WAIT));
}

/**
 * Opens a database file through Kysely, with a write-ahead log. Each commit is on disk when it returns.
 *
 * @param pragmas run first
 */
export function openDatabase(
  path: string,
  observer?: Pick<StatementObserver, 'statement'>,
  pragmas = '',
): Kysely<Tables> {
  const database = new DatabaseSync(path, NO_WAIT);
  database.function('sha256', { deterministic: true }, (text) => hash('sha256', String(text)));
  try {
    database.exec(`${pragmas} pragma journal_mode = wal; ${WRITER_PRAGMAS}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return new FileDatabase(database, observer);
}

/** A read-only connection that runs each statement whole, so that none waits for another. */
interface Reader {
  readonly statements: DatabaseSync;
  /** The same through Kysely. Run no transaction on it. */
  readonly db: Kysely<Tables>;
}

/** Opens a read-only connection to a file that a store already has open. */
export function openReader(path: string, observer?: Pick<StatementObserver, 'statement'>): Reader {
  const statements = new DatabaseSync(path, { readOnly: true });
  statements.exec(READER_PRAGMAS);
  return { statements, db: new FileDatabase(statements, observer) };
}

/** Closes the file even if Kysely never used it. */
class FileDatabase extends Kysely<Tables> {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync, observer?: Pick<StatementObserver, 'statement'>) {
    super({ dialect: dialectWith(() => new FileDriver(database, observer)) });
    this.#database = database;
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    closeOnce(this.#database);
  }
}

function closeOnce(database: DatabaseSync): void {
  if (database.isOpen) database.close();
}

/** Adapts `node:sqlite` to Kysely's dialect, and caches prepared statements. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => closeOnce(database),
    prepare: (text) => {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const statement = adaptStatement(database.prepare(text));
      const isKept = text.length <= MAX_STATEMENT_LENGTH && kept.size < MAX_STATEMENTS;
      if (isKept) kept.set(text, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => runStatement(statement, parameters),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

class FileDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #observed: ReturnType<typeof observing>;

  constructor(database: DatabaseSync, observer?: Pick<StatementObserver, 'statement'>) {
    super({ database: adapt(database) });
    this.#database = database;
    this.#observed = observing(observer);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#observed(await super.acquireConnection());
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    // A commit waits for the disk. Queued transactions must not do so in one turn of the event loop.
    await nextTurn();
    await connection.executeQuery(CompiledQuery.raw(beginning(settings)));
  }

  // SQLite itself rolls back after an error such as a full disk.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * Begins a transaction. One that writes takes the write lock at once, so that one which reads first can't fail to get it
 * half-way.
 */
export const beginning = ({ accessMode }: TransactionSettings = {}): string =>
  accessMode === 'read only' ? 'begin' : 'begin immediate';

/** Returns Kysely's dialect of SQLite with a driver of our own. */
export const dialectWith = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new TransactionalDdlAdapter(),
  createDriver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** Runs migrations in one transaction, so that two processes never migrate one file at once. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
