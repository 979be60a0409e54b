import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { openDatabase } from '../src/postgres-database.ts';
import { isUnavailable } from '../src/postgres-errors.ts';

it('a connection that is lost between two statements fails the second, and ends nothing else', async () => {
  const database = await freshDatabase();
  const db = openDatabase({ connectionString: database.url });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  const countOf = async (pid: number): Promise<unknown> =>
    (await sql`select from pg_stat_activity where pid = ${pid}`.execute(db)).rows.length;

  const transaction = db.transaction().execute(async (own) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own);
    const pid = rows[0]?.pid ?? 0;
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    await expect.poll(() => countOf(pid)).toBe(0);
    await sql`select 1`.execute(own);
  });

  const error: unknown = await transaction.catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
