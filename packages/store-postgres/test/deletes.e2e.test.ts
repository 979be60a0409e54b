import type { Store } from '@forewarn/core';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';

const DEFINITION = { parameters: [], deprecated: false, editable: true };

/** The store of a database of its own, with strategy definitions of these names. */
async function openWith(names: readonly string[]) {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const settings = { connectionString: database.url };
  (await migratePostgres(settings))._unsafeUnwrap();
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  onTestFinished(() => store.close());
  for (const name of names) {
    (await store.strategies.register({ name, ...DEFINITION }, 'ann'))._unsafeUnwrap();
  }
  return { store, url: database.url };
}

const outcomeOf = async (store: Store, name: string, by = 'bob'): Promise<string> => {
  const answer = await store.strategies.delete(name, by);
  return answer.isOk() ? 'deleted' : answer.error.type;
};

async function deletedEvents(store: Store) {
  const events = (
    await store.events.list({ type: 'strategy-deleted', limit: 500 })
  )._unsafeUnwrap();
  return events.map(({ createdBy, preData }) => ({ createdBy, preData }));
}

/** Somebody else, in the middle of a transaction. */
async function beginElsewhere(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  return client;
}

/** Until a statement waits for what the client holds. */
const untilWaited = (client: pg.Client): Promise<void> =>
  vi.waitFor(async () => {
    // A transaction sees the activity as it was when it first looked.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
    );
    expect(rows.length).toBeGreaterThan(0);
  });

it('gives each of many deletes at once its own outcome and its own event, in few statements', async () => {
  const names = Array.from({ length: 100 }, (_, no) => `it's "${no}"`);
  const { store } = await openWith(names);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const asked = names.flatMap((name, no) => [
    [name, `first ${no}`],
    [`absent ${no}`, 'nobody'],
    [name, `second ${no}`],
    ['default', 'nobody'],
  ]);
  const outcomes = await Promise.all(asked.map(([name = '', by]) => outcomeOf(store, name, by)));
  expect(query.mock.calls.length).toBeLessThanOrEqual(10);
  expect(outcomes).toEqual(
    names.flatMap(() => ['deleted', 'StrategyNotFound', 'StrategyNotFound', 'StrategyNotEditable']),
  );
  const events = (await deletedEvents(store)).map(
    ({ createdBy, preData }) => `${createdBy}: ${JSON.stringify(preData)}`,
  );
  expect(events.toSorted()).toEqual(
    names.map((name, no) => `first ${no}: ${JSON.stringify({ name, ...DEFINITION })}`).toSorted(),
  );
});

it('lets no delete wait for one whose row somebody else holds', async () => {
  const others = Array.from({ length: 10 }, (_, no) => `other ${no}`);
  const { store, url } = await openWith(['held', ...others]);
  const holder = await beginElsewhere(url);
  await holder.query(`select from strategies where name = 'held' for update`);
  const held = Promise.all(['held', 'held', 'held'].map((name) => outcomeOf(store, name)));
  expect(await Promise.all(others.map((name) => outcomeOf(store, name)))).toEqual(
    others.map(() => 'deleted'),
  );
  expect(await deletedEvents(store)).toHaveLength(others.length);
  await untilWaited(holder);
  await holder.query('rollback');
  expect((await held).toSorted()).toEqual(['StrategyNotFound', 'StrategyNotFound', 'deleted']);
  expect(await deletedEvents(store)).toHaveLength(others.length + 1);
});

it('records what a definition was when it was deleted, not when the delete began', async () => {
  const { store, url } = await openWith(['gradual']);
  const holder = await beginElsewhere(url);
  await holder.query(
    `update strategies set definition = '{"name":"gradual","title":"new"}' where name = 'gradual'`,
  );
  const deleted = outcomeOf(store, 'gradual');
  await untilWaited(holder);
  await holder.query('commit');
  expect(await deleted).toBe('deleted');
  expect(await deletedEvents(store)).toEqual([
    { createdBy: 'bob', preData: { name: 'gradual', title: 'new' } },
  ]);
});
