import {
  observing,
  type StatementObserver,
  type TableHome,
  type Tables,
} from '@forewarn/store-sql';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  sql,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { PostgresClient } from './postgres-client.ts';
import { MAX_CONNECTIONS, type PostgresSettings, timeLimits } from './postgres-settings.ts';

// Of a migration or an import, which nobody waits for.
const PATIENT_CONNECT_MS = 10_000;

// Ids are whole numbers up to 2^53 - 1, which is what a number can hold.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Whether statements have a time limit: each has one, except those of a long piece of work. */
export type StatementLimit = 'limited' | 'unlimited';

/** Opens a pool of connections. Nothing connects before the first statement. */
export function openPool(settings: PostgresSettings, limit: StatementLimit = 'limited'): pg.Pool {
  const { connectMs, statementMs, useMs } = timeLimits(settings);
  const isLimited = limit === 'limited';
  const pool = new pg.Pool({
    connectionString: settings.connectionString,
    max: isLimited ? (settings.maxConnections ?? MAX_CONNECTIONS) : 1,
    ...(isLimited
      ? { connectionTimeoutMillis: connectMs, query_timeout: statementMs }
      : { connectionTimeoutMillis: PATIENT_CONNECT_MS }),
    keepAlive: true,
    types,
    Client: PostgresClient,
  });
  // The pool replaces an idle connection that was lost; unheard, its error would end the process.
  pool.on('error', () => {});
  if (isLimited) {
    pool.on('acquire', (client) => ours(client).useFor(useMs));
    pool.on('release', (_error, client) => ours(client).rest());
  }
  return pool;
}

/** Opens a pool of connections through Kysely. */
export function openDatabase(
  settings: PostgresSettings,
  limit: StatementLimit = 'limited',
  pool = openPool(settings, limit),
): Kysely<Tables> {
  const idleMs = limit === 'limited' ? timeLimits(settings).useMs : undefined;
  return new Kysely<Tables>({ dialect: new ForewarnDialect(pool, idleMs, settings.observer) });
}

// The pool makes no others.
const ours = (client: pg.PoolClient): PostgresClient => client as unknown as PostgresClient;

/** Where the server finds our tables, or makes them, when a statement says no schema. */
export async function homeOf(db: Kysely<Tables>): Promise<TableHome> {
  const { rows } = await sql<{ schema: string | null }>`
    select coalesce(
      (select n.nspname
        from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where c.oid = to_regclass('kysely_migration')),
      current_schema()) as schema`.execute(db);
  const schema = rows[0]?.schema;
  if (typeof schema !== 'string') throw new Error("no schema of the role's search_path exists");
  return { schema, isShared: true };
}

class ForewarnDialect extends PostgresDialect {
  readonly #driver: () => Driver;

  constructor(pool: pg.Pool, idleMs: number | undefined, observer: StatementObserver | undefined) {
    super({ pool });
    this.#driver = () => new ForewarnDriver(pool, idleMs, observer);
  }

  override createDriver(): Driver {
    return this.#driver();
  }

  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter();
  }
}

class ForewarnDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #idleMs: number | undefined;
  readonly #observer: StatementObserver | undefined;
  readonly #observed: ReturnType<typeof observing>;

  constructor(pool: pg.Pool, idleMs: number | undefined, observer: StatementObserver | undefined) {
    super({ pool });
    this.#pool = pool;
    this.#idleMs = idleMs;
    this.#observer = observer;
    this.#observed = observing(observer);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const acquire = (): Promise<DatabaseConnection> => super.acquireConnection();
    const isThere = this.#observer === undefined || this.#pool.idleCount > 0;
    return this.#observed(
      await (isThere ? acquire() : this.#observer.statement('connect', acquire)),
    );
  }

  /**
   * Has the server end a transaction of whoever is not heard of any more: a node that lost its network in the middle of
   * one would hold its rows for hours.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (this.#idleMs === undefined) return super.beginTransaction(connection, settings);
    const idle = `set local idle_in_transaction_session_timeout = ${this.#idleMs}`;
    await connection.executeQuery(CompiledQuery.raw(`begin; ${idle}`));
  }
}

/** Lets one migration run at a time by a row's lock: distributed engines have no advisory locks. */
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
