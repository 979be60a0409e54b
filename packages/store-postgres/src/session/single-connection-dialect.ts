import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type MigrationLockOptions,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  sql,
  type TransactionSettings,
} from 'kysely';

const NO_POOL = () => Promise.reject(new Error('the connection is already open'));

/** A connection that Kysely is bound to. */
interface BoundConnection extends DatabaseConnection {
  discard(): void;
}

/** Kysely's Postgres dialect on one connection. The caller opens and closes it. */
export class SingleConnectionDialect extends PostgresDialect {
  readonly #driver: () => SingleConnectionDriver;

  /** @param idleTransactionMs when the server ends a transaction whose client went silent; never when absent */
  constructor(connection: BoundConnection, idleTransactionMs: number | undefined) {
    super({ pool: NO_POOL });
    this.#driver = () => new SingleConnectionDriver(connection, idleTransactionMs);
  }

  override createDriver(): Driver {
    return this.#driver();
  }

  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter();
  }
}

class SingleConnectionDriver extends PostgresDriver {
  readonly #connection: BoundConnection;
  readonly #idleTransactionMs: number | undefined;

  constructor(connection: BoundConnection, idleTransactionMs: number | undefined) {
    super({ pool: NO_POOL });
    this.#connection = connection;
    this.#idleTransactionMs = idleTransactionMs;
  }

  override async init(): Promise<void> {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {}

  /** In the isolation level that the work needs: the server's default can be serializable. */
  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel = 'read committed', accessMode }: TransactionSettings,
  ): Promise<void> {
    const begin = ['begin isolation level', isolationLevel, accessMode].filter(Boolean).join(' ');
    const idle = this.#idleTransactionMs;
    const limit =
      idle === undefined ? '' : `; set local idle_in_transaction_session_timeout = ${idle}`;
    await connection.executeQuery(CompiledQuery.raw(begin + limit));
  }

  /** Never throws: the error that led to the rollback is the one to report. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch {
      this.#connection.discard();
    }
  }

  override async destroy(): Promise<void> {}
}

/** Lets one migration run at a time with a row lock: distributed engines have no advisory locks. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<never>,
    { lockTable, lockTableSchema, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    const table = lockTableSchema === undefined ? [lockTable] : [lockTableSchema, lockTable];
    await sql`select id from ${sql.id(...table)} where id = ${lockRowId} for update`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {}
}
