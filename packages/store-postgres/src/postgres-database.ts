import type { Tables } from '@forewarn/store-sql';
import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { PostgresClient } from './postgres-client.ts';

// A search takes two waits, for a connection and for the answer: together they stay below five seconds.
const CONNECT_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 2_500;

/** How to reach the server. */
export interface PostgresSettings {
  /** `postgres://user:password@host:port/database`. */
  readonly connectionString: string;
  /** The most connections that one store opens; 10 when absent. */
  readonly maxConnections?: number;
}

/** Whether statements have a time limit: each has one, except those of a long piece of work. */
export type StatementLimit = 'limited' | 'unlimited';

/** Opens a pool of connections through Kysely. Nothing connects before the first statement. */
export function openDatabase(
  { connectionString, maxConnections = 10 }: PostgresSettings,
  limit: StatementLimit = 'limited',
): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString,
    max: limit === 'limited' ? maxConnections : 1,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    ...(limit === 'limited' ? { query_timeout: ANSWER_WITHIN_MS } : {}),
    keepAlive: true,
    types: { getTypeParser: parserOf },
    Client: PostgresClient,
  });
  // The pool replaces an idle connection that was lost; unheard, its error would end the process.
  pool.on('error', () => {});
  return new Kysely<Tables>({ dialect: new RowLockDialect({ pool }) });
}

const INT8 = 20;

/** Ids are whole numbers up to 2^53 - 1, which is what a number can hold. */
function parserOf(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
}

class RowLockDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter();
  }
}

/** Lets one migration run at a time by a row's lock: distributed engines have no advisory locks. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<never>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(
      db,
    );
  }

  override async releaseMigrationLock(): Promise<void> {}
}
