import type { StatementObserver, Tables } from '@forewarn/store-sql';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import { connectionError, isStalePlan } from './postgres-errors.ts';
import type { SentStatement } from './statement-texts.ts';

const WRITES = /\b(?:insert into|update|delete from)\b/;

const INT8: number = pg.types.builtins.INT8;
/** How values are read. Ids are whole numbers up to 2^53 - 1, which a JavaScript number can hold. */
export const typesOfResults = {
  getTypeParser: (type: number, format: 'text') =>
    type === INT8 ? Number : (pg.types.getTypeParser(type, format) as unknown),
} as pg.CustomTypesConfig;

/** What the server says beside a result. */
interface Notice {
  readonly code?: string | undefined;
  readonly file?: string | undefined;
  readonly message?: string | undefined;
}

/** The SQLSTATE of a notice that is no warning. */
const SUCCESS = '00000';

/** The last warning of each connection that a commit is not confirmed. Several stores can share a connection. */
const warnings = new WeakMap<pg.Client, { text: string }>();

// A trigger, an extension or a setting can warn about anything, and its texts can be in any language. These files of the server
// are the ones that warn that a standby, or, of Citus, another machine, did not confirm a commit.
const CONFIRMING_FILES =
  /(?:^|\/)(?:syncrep|remote_transaction|remote_commands|transaction_management)\.c$/;
// Not every compatible engine names a file.
const NOT_CONFIRMED = /^canceling (?:the )?wait for synchronous replication/;

export interface ConnectionSettings {
  readonly sent: (text: string) => SentStatement;
  readonly observer: StatementObserver | undefined;
  /** When the server ends a transaction whose client went silent, in milliseconds; never when absent. */
  readonly idleTransactionMs?: number;
  /** Whether each statement is planned again: for long work, which changes the sizes that plans are made for. */
  readonly isReplanned?: boolean;
  /** Whether statements with parameters are named. Default: true. */
  readonly isNamed?: boolean;
}

/**
 * One connection, and Kysely on it. It names each statement with parameters, so that the server plans it once per
 * connection.
 */
export class PostgresConnection implements DatabaseConnection {
  readonly db: Kysely<Tables>;
  readonly #client: pg.Client;
  readonly #observer: StatementObserver | undefined;
  readonly #isNamed: boolean;
  readonly #sent: ConnectionSettings['sent'];
  readonly #warning: { text: string };
  #isBroken = false;
  #isInTransaction = false;
  /** How often a plan was stale. */
  #generation = 0;

  constructor(
    client: pg.Client,
    { sent, observer, idleTransactionMs, isReplanned = false, isNamed = true }: ConnectionSettings,
  ) {
    this.#client = client;
    this.#observer = observer;
    this.#isNamed = isNamed && !isReplanned;
    this.#sent = sent;
    this.#warning = warningsOf(client);
    this.db = new Kysely({ dialect: singleConnectionDialect(this, idleTransactionMs) });
  }

  /** Whether the connection must not be used again. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#sent(text);
    const isNamed = parameters.length > 0 && this.#isNamed;
    const query = {
      ...(isNamed ? this.#named(statement) : { text: statement.text }),
      values: [...parameters],
      types: typesOfResults,
    };
    const send = () => sendTo(this.#client, query);
    this.#warning.text = '';
    if (text.startsWith('begin ')) this.#isInTransaction = true;
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    try {
      const result = await (this.#observer?.statement(statement.text, send) ?? send());
      const { command, rowCount, rows } = result;
      if (this.#warning.text !== '' && this.#hasCommitted(command, text)) {
        // A standby or another machine did not confirm it, and may not have it yet.
        throw new Error(`the commit is not confirmed: ${this.#warning.text}`);
      }
      return {
        rows: (command === 'COMMIT' || command === 'ROLLBACK' ? [{ command }] : rows) as Row[],
        ...(typeof rowCount === 'number' && { numAffectedRows: BigInt(rowCount) }),
      };
    } catch (error) {
      if (isStalePlan(error)) this.#generation += 1;
      throw connectionError(error);
    }
  }

  /** A plan can't be made again under its name. Each plan gets a new name once one is stale. */
  #named(statement: SentStatement): SentStatement {
    if (this.#generation === 0 || statement.name === undefined) return statement;
    return { text: statement.text, name: `${statement.name}-${this.#generation}` };
  }

  /** Whether a statement that has ended was a commit, or wrote outside of a transaction, which commits as well. */
  #hasCommitted(command: string, text: string): boolean {
    return command === 'COMMIT' || (!this.#isInTransaction && WRITES.test(text));
  }

  // Kysely requires it; the store never streams.
  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported');
  }

  /**
   * Ends the connection at once. A statement that runs on it fails here, and the server stops it when it notices that the
   * client is gone.
   */
  hangUp(): void {
    this.#isBroken = true;
    this.#client.end().catch(() => {});
  }

  /** Keeps the connection from being used again, for one in an unknown state. */
  discard(): void {
    this.#isBroken = true;
  }
}

/**
 * Sends a statement. The promise that `pg` makes survives young garbage collections, together with all objects of its request,
 * until a full one: a tenth of the CPU time at one connection.
 */
const sendTo = (client: pg.Client, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(query, (error: Error | null, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });

/** Begins to keep the warnings of a connection, and its own errors from ending the process, unless that has begun. */
function warningsOf(client: pg.Client): { text: string } {
  const known = warnings.get(client);
  if (known !== undefined) return known;
  const warning = { text: '' };
  warnings.set(client, warning);
  ignoreErrors(client);
  client.on('notice', (notice) => {
    if (isOfCommit(notice)) warning.text = notice.message ?? 'a warning';
  });
  return warning;
}

/** Whether the server warns that a commit is not confirmed. The word of a severity depends on the server's language. */
function isOfCommit({ code = SUCCESS, file = '', message = '' }: Notice): boolean {
  return code !== SUCCESS && (CONFIRMING_FILES.test(file) || NOT_CONFIRMED.test(message));
}

/** A lost connection fails the statement that runs on it. Without a listener, its own event would end the process. */
export function ignoreErrors(client: pg.Client): void {
  if (!client.listeners('error').includes(ignore)) client.on('error', ignore);
}

const ignore = (): void => {};

/**
 * Kysely's Postgres dialect on one connection. The caller opens and closes it.
 *
 * @param idleTransactionMs when the server ends a transaction whose client went silent; never when absent
 */
function singleConnectionDialect(
  connection: PostgresConnection,
  idleTransactionMs: number | undefined,
): Dialect {
  return {
    createAdapter: () => new RowLockAdapter(),
    createDriver: () => driverOf(connection, idleTransactionMs),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function driverOf(connection: PostgresConnection, idleTransactionMs: number | undefined): Driver {
  const send = async (text: string): Promise<void> =>
    void (await connection.executeQuery(CompiledQuery.raw(text)));
  // Long work has no deadline: the timeout of a role is for the statements of calls.
  const limit =
    idleTransactionMs === undefined
      ? 'statement_timeout = 0'
      : `idle_in_transaction_session_timeout = ${idleTransactionMs}`;
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    // In the isolation level that the work needs: the server's default can be serializable.
    beginTransaction: (_own, { isolationLevel = 'read committed', accessMode }) =>
      send(
        `${['begin isolation level', isolationLevel, accessMode].filter(Boolean).join(' ')}; set local ${limit}`,
      ),
    commitTransaction: () => send('commit'),
    // Never throws: the error that led to the rollback is the one to report.
    rollbackTransaction: () => send('rollback').catch(() => connection.discard()),
    destroy: async () => {},
  };
}

/** Maximum wait of a migration for a table, in milliseconds: the statements of the nodes queue behind it. */
const MAX_LOCK_WAIT_MS = 2_000;

/** Lets one migration run at a time with a row lock: distributed engines have no advisory locks. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<never>,
    { lockTable, lockTableSchema, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    const table = lockTableSchema === undefined ? [lockTable] : [lockTableSchema, lockTable];
    await sql`select id from ${sql.id(...table)} where id = ${lockRowId} for update`.execute(db);
    await sql`set local lock_timeout = ${sql.lit(MAX_LOCK_WAIT_MS)}`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {}
}
