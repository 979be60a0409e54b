import { hash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  callsInHostTransaction,
  type HostTransactionSettings,
  type KyselyTransaction,
  type SqlSession,
  type StatementObserver,
  type Tables,
} from '@forewarn/store-sql';
import {
  type CompiledQuery,
  type Kysely,
  type QueryResult,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ok } from 'neverthrow';
import { isSameFile } from './sqlite-file.ts';
import { sqliteJsonRows } from './sqlite-read-dialect.ts';

/** A transaction that has begun: Kysely's own, or the connection on which it runs. */
export type SqliteTransaction = KyselyTransaction | DatabaseSync;

/** Lets savepoints contain one another, for which Kysely would wait for a second connection. */
class SavepointAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

// One adapter for all, since compiled statements are kept by adapter.
const adapter = new SavepointAdapter();
const dialect: HostTransactionSettings['dialect'] = {
  createAdapter: () => adapter,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

// What other drivers than node:sqlite name their errors.
const UNAVAILABLE =
  /^SQLITE_(?:PERM|BUSY|LOCKED|NOMEM|READONLY|INTERRUPT|IOERR|CORRUPT|FULL|CANTOPEN|PROTOCOL|NOTADB)/;

/** The session of a store, whose file has a path, in a transaction of its host. */
export function hostTransactionSession(
  session: SqlSession,
  path: string,
  host: SqliteTransaction,
  observer: StatementObserver | undefined,
): SqlSession {
  const isUnavailable = (error: unknown): boolean => {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    return session.isUnavailable(error) || (typeof code === 'string' && UNAVAILABLE.test(code));
  };
  const { run: _, ...calls } = callsInHostTransaction({
    host,
    send: <Row>(query: CompiledQuery<Row>) => {
      const send = () => sendOn<Row>(host, query);
      return observer?.statement(query.sql, send) ?? send();
    },
    dialect,
    isUnavailable,
    check: (db) => assertJoinable(db, path),
  });
  return {
    ...session,
    ...calls,
    readLong: (work, options) =>
      calls.read(async (db) => ok(await work(db, options?.signal)), options),
    // A driver of the host runs a statement once.
    jsonRows: sqliteJsonRows,
    // The connection lacks our function.
    sha256: (text) => sql`${text}`,
    hash: (text) => hash('sha256', text),
    isUnavailable,
  };
}

async function sendOn<Row>(
  host: SqliteTransaction,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  // The plugins are for the host's own tables.
  if ('withoutPlugins' in host) return host.withoutPlugins().executeQuery(query);
  // SQLite would begin a transaction with a savepoint, and commit it.
  if (!host.isTransaction) throw new Error('begin a transaction on the connection first');
  const statement = host.prepare(query.sql);
  // The connection's options are for the host's own rows.
  statement.setReturnArrays(false);
  const values = [...query.parameters] as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
}

/** Throws unless the connection has the store's file, and deletes what refers to what it deletes. */
async function assertJoinable(db: Kysely<Tables>, path: string): Promise<void> {
  const { rows } = await sql<{ file: string; has_keys: number }>`
    select file, (select foreign_keys from pragma_foreign_keys) as has_keys
    from pragma_database_list where name = 'main'`.execute(db);
  const [{ file, has_keys } = { file: '', has_keys: 0 }] = rows;
  if (!isSameFile(file, path)) {
    throw new Error(`the transaction is in ${file || 'memory'}, not in the store's file ${path}`);
  }
  if (has_keys !== 1) throw new Error('run "pragma foreign_keys = on" on the connection first');
}
