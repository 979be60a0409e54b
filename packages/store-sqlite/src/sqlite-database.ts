import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { observing, type StatementObserver, type Tables } from '@forewarn/store-sql';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';

// Bulk statements differ in length and are long: they aren't worth keeping.
const KEPT_STATEMENTS = 100;
const KEPT_LENGTH = 2_000;

// SQLite's own 2 MiB are read over and over as a file grows.
const CACHE_KIB = 65_536;

/** Opens a database file through Kysely as it is: nothing is written to it. */
export function openAsItIs(path: string, busyTimeoutMs: number): Kysely<Tables> {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  return new FileDatabase(database);
}

/**
 * Opens a database file through Kysely: WAL, and every commit on disk before it is answered.
 *
 * @param busyTimeoutMs how long the whole process waits for a lock that another process holds
 */
export function openDatabase(
  path: string,
  busyTimeoutMs: number,
  observer?: StatementObserver,
): Kysely<Tables> {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -${CACHE_KIB};`,
    );
  } catch (error) {
    database.close();
    throw error;
  }
  return new FileDatabase(database, observer);
}

/** Opens a connection that reads what is committed, to a file that a store has open already. */
export function openReader(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(`pragma cache_size = -${CACHE_KIB};`);
  return database;
}

/** Kysely itself closes only what it has begun to use. */
class FileDatabase extends Kysely<Tables> {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync, observer?: StatementObserver) {
    super({ dialect: new NodeSqliteDialect(database, observer) });
    this.#database = database;
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    if (this.#database.isOpen) this.#database.close();
  }
}

/** `node:sqlite` in the shape that Kysely's dialect asks for, with prepared statements kept. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const statement = adaptStatement(database.prepare(text));
      if (text.length <= KEPT_LENGTH && kept.size < KEPT_STATEMENTS) kept.set(text, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: () => SqliteDriver;

  constructor(database: DatabaseSync, observer?: StatementObserver) {
    super({ database: adapt(database) });
    this.#driver = () => new ImmediateDriver(database, observer);
  }

  override createDriver(): SqliteDriver {
    return this.#driver();
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/** Takes the write lock when a transaction begins: one that reads first can't be refused the lock half-way. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #observed: ReturnType<typeof observing>;

  constructor(database: DatabaseSync, observer?: StatementObserver) {
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
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  // SQLite itself rolls back what fails for want of disk or memory.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Lets a migration be one transaction, which SQLite can, so that two processes don't migrate one file at once. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
