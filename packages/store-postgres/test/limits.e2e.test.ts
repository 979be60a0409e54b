import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';
import { openDatabase } from '../src/postgres-database.ts';
import type { PostgresSettings } from '../src/postgres-settings.ts';

const DEFINITION = { name: 'gradual', parameters: [], deprecated: false, editable: true };

/** A store with a strategy definition, whose row somebody else holds. */
async function openHeld(settings: Partial<PostgresSettings>) {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const whole = { connectionString: database.url, ...settings };
  (await migratePostgres(whole))._unsafeUnwrap();
  const store = (await openPostgresStore(whole))._unsafeUnwrap();
  onTestFinished(() => store.close());
  (await store.strategies.register(DEFINITION, 'ann'))._unsafeUnwrap();
  const [holder, watcher] = [new pg.Client(database.url), new pg.Client(database.url)];
  for (const client of [holder, watcher]) {
    await client.connect();
    onTestFinished(() => client.end());
  }
  await holder.query('begin');
  await holder.query(`select from strategies where name = 'gradual' for update`);
  const running = async (forSeconds = 0): Promise<readonly string[]> => {
    const { rows } = await watcher.query<{ query: string }>(
      `select query from pg_stat_activity
       where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
         and clock_timestamp() - query_start >= make_interval(secs => $1)`,
      [forSeconds],
    );
    return rows.map(({ query }) => query);
  };
  return { store, holder, running };
}

const errorOf = (answer: { isErr(): boolean; error?: { type: string } }): string | undefined =>
  answer.isErr() ? answer.error?.type : undefined;

it.each(['delete', 'change'] as const)(
  'has the server cancel a %s that takes too long, which then has not happened',
  async (what) => {
    const { store, holder, running } = await openHeld({ deadlineMs: 1_000 });
    const { strategies } = store;
    const waiting =
      what === 'delete'
        ? strategies.delete('gradual', 'bob')
        : strategies.change('gradual', { kind: 'deprecate' }, 'bob');
    await vi.waitFor(async () => expect(await running()).toHaveLength(1));
    expect(errorOf(await waiting)).toBe('StoreUnavailable');
    await vi.waitFor(async () => expect(await running()).toEqual([]));
    await holder.query('rollback');
    expect((await strategies.find('gradual'))._unsafeUnwrap()).toEqual(DEFINITION);
    expect((await store.events.list({ limit: 10 }))._unsafeUnwrap()).toHaveLength(1);
  },
);

it('refuses at once what comes when very many wait for a connection, and goes on afterwards', async () => {
  const { store, holder } = await openHeld({ deadlineMs: 60_000, maxConnections: 2 });
  const change = async (): Promise<string> =>
    errorOf(await store.strategies.change('gradual', { kind: 'deprecate' }, 'bob')) ?? 'changed';
  const admitted = Array.from({ length: 50 }, change);
  expect(await Promise.all(Array.from({ length: 5 }, change))).toEqual(
    Array.from({ length: 5 }, () => 'StoreUnavailable'),
  );
  await holder.query('rollback');
  expect(new Set(await Promise.all(admitted))).toEqual(new Set(['changed']));
  expect(await change()).toBe('changed');
});

it('has the server end a transaction of which nothing is heard any more, but for imports and exports', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const idleLimit = async (limit: 'limited' | 'unlimited'): Promise<unknown> => {
    const db = openDatabase({ connectionString: database.url, deadlineMs: 2_000 }, limit);
    const shown = await db
      .transaction()
      .execute((transaction) => sql`show idle_in_transaction_session_timeout`.execute(transaction));
    await db.destroy();
    return Object.values(shown.rows[0] ?? {})[0];
  };
  expect(await idleLimit('limited')).toBe('1400ms');
  expect(await idleLimit('unlimited')).toBe('0');
});

it('gives nobody else a connection on which a statement got no answer', async () => {
  const { store, running } = await openHeld({ deadlineMs: 2_000, maxConnections: 1 });
  const silent = store.strategies.delete('gradual', 'bob');
  // Whoever waits for the connection gives up after 0.8 s, and the statement after one.
  const isLate = async () => expect(await running(0.4)).toHaveLength(1);
  await vi.waitFor(isLate, { timeout: 5_000, interval: 10 });
  const others = await Promise.all([1, 2, 3].map(() => store.strategies.find('gradual')));
  expect(others.map(errorOf)).toEqual([undefined, undefined, undefined]);
  expect(errorOf(await silent)).toBe('StoreUnavailable');
});
