import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isUnavailable } from '../src/session/postgres-errors.ts';
import { openConnectionPool, openDatabase, openPool } from './open-database.ts';

it('fails only the second of two statements when the connection is lost in between', async () => {
  const pool = await openConnectionPool();
  const { signal } = new AbortController();
  const countOf = (pid: number): Promise<number> =>
    pool.use(signal, async (db) => {
      const { rows } = await sql`select from pg_stat_activity where pid = ${pid}`.execute(db);
      return rows.length;
    });

  const transaction = pool.use(signal, (db) =>
    db.transaction().execute(async (own) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own);
      const pid = rows[0]?.pid ?? 0;
      await pool.use(signal, (other) => sql`select pg_terminate_backend(${pid})`.execute(other));
      await expect.poll(() => countOf(pid)).toBe(0);
      await sql`select 1`.execute(own);
    }),
  );

  const error: unknown = await transaction.catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  expect(await countOf(0)).toBe(0);
});

it('survives a connection that is lost in the packet that makes it ready', async () => {
  const { url, open } = await openDatabase();
  const pool = openPool({ connectionString: url });
  pool.once('connect', (client) => {
    // Before the caller that waits for the connection gets it.
    queueMicrotask(() => client.emit('error', new Error('terminated')));
  });
  const store = await open({ pool });
  expect((await store.projects.list()).isOk()).toBe(true);
});
