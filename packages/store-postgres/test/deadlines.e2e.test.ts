import { expect, it } from 'vitest';
import {
  changeRequest,
  definition,
  openShop,
  outcomeOf,
  runningStatements,
  searchFor,
  untilBlocked,
} from './open-database.ts';

const reason = new Error('the request timed out');

/** A store with a strategy definition and a change request, whose rows a client locks, and a patient one beside it. */
async function openHeld(settings: { deadlineMs?: number; maxConnections?: number } = {}) {
  const { store: patient, open, connect } = await openShop();
  (await patient.strategies.register(definition(), 'ann'))._unsafeUnwrap();
  await patient.writer.put(changeRequest(1, 'old'), 'ann');
  const store = await open({ deadlineMs: 60_000, maxConnections: 4, ...settings });
  const [holder, watcher] = [await connect(), await connect()];
  await holder.query(`begin;
    select from change_requests for update; select from strategies where editable = 1 for update`);
  return { store, patient, holder, watcher };
}

it('hangs up on a write whose signal is aborted, which then never happens', async () => {
  const { store, holder, watcher } = await openHeld();
  const caller = new AbortController();
  const write = store.writer.put(changeRequest(1, 'new'), 'bob', { signal: caller.signal });
  await untilBlocked(holder);
  caller.abort(reason);
  expect((await write)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: reason });
  // The server notices that the client is gone.
  await expect.poll(() => runningStatements(watcher)).toEqual([]);
  await holder.query('rollback');
  expect((await store.reader.find({ projectId: 'shop', id: 1 }))._unsafeUnwrap()).toMatchObject({
    title: 'old',
  });
  expect((await store.writer.put(changeRequest(1, 'newer'), 'bob'))._unsafeUnwrap()).toBe(
    'replaced',
  );
});

it.each([
  ['a connection', 2],
  ['the row', 1],
])('never begins a write whose signal is aborted while it waits for %s', async (_, id) => {
  const { store, holder, watcher } = await openHeld({ maxConnections: 2 });
  const first = store.writer.put(changeRequest(1, 'first'), 'ann');
  await untilBlocked(holder);
  const caller = new AbortController();
  const second = store.writer.put(changeRequest(id, 'second'), 'bob', { signal: caller.signal });
  caller.abort(reason);
  expect((await second)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: reason });
  await holder.query('rollback');
  expect((await first)._unsafeUnwrap()).toBe('replaced');
  const { rows } = await watcher.query(`select from events where created_by = 'bob'`);
  expect(rows).toEqual([]);
});

it('gives up deleting a project when a statement takes three deadlines', async () => {
  const { store, patient, holder, watcher } = await openHeld({ deadlineMs: 1_000 });
  const error = (await store.projects.delete('shop', 'bob'))._unsafeUnwrapErr();
  const cause = new Error('a statement took longer than 3000 ms');
  expect(error).toEqual({ type: 'StoreUnavailable', cause });
  await expect.poll(() => runningStatements(watcher)).toEqual([]);
  await holder.query('rollback');
  expect(outcomeOf(await patient.projects.delete('shop', 'bob'))).toBe('ok');
});

it('sends nothing for a call whose signal is already aborted', async () => {
  const { store } = await openHeld();
  const signal = AbortSignal.abort(reason);
  const calls = [
    store.reader.search(searchFor('feature-1'), { signal }),
    store.writer.put(changeRequest(3, 'new'), 'bob', { signal }),
    store.strategies.list({ signal }),
    store.check({ signal }),
  ];
  for (const call of calls) {
    expect((await call)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: reason });
  }
});

it('stops retrying when the signal is aborted', async () => {
  const { store, connect } = await openShop();
  const client = await connect();
  await client.query(`
    create function conflict() returns trigger language plpgsql as
      $$ begin raise exception 'again' using errcode = '40001'; end $$;
    create trigger conflict before insert on change_requests for each row execute function conflict()`);
  const caller = new AbortController();
  const write = store.writer.put(changeRequest(1, 'new'), 'bob', { signal: caller.signal });
  // It tries again and again: one transaction after the other is rolled back.
  const rolledBack = async (): Promise<number> => {
    const { rows } = await client.query(
      'select xact_rollback::int as n from pg_stat_database where datname = current_database()',
    );
    return rows[0].n;
  };
  const before = await rolledBack();
  await expect.poll(() => rolledBack()).toBeGreaterThan(before + 3);
  caller.abort(reason);
  expect((await write)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: reason });
});

it('retries until the transaction succeeds', async () => {
  const { store, connect } = await openShop();
  const client = await connect();
  await client.query(`
    create sequence tries;
    create function conflict() returns trigger language plpgsql as $$ begin
      if nextval('tries') < 8 then raise exception 'again' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger conflict before insert on change_requests for each row execute function conflict()`);
  expect((await store.writer.put(changeRequest(1, 'new'), 'bob'))._unsafeUnwrap()).toBe('created');
  expect(outcomeOf(await store.reader.find({ projectId: 'shop', id: 1 }))).toBe('ok');
});

it.each(['delete', 'change'] as const)(
  'stops a %s at the deadline, which then has not happened',
  async (what) => {
    const { store, patient, holder, watcher } = await openHeld({ deadlineMs: 1_000 });
    const write =
      what === 'delete'
        ? store.strategies.delete('gradual', 'bob')
        : store.strategies.change('gradual', { kind: 'deprecate' }, 'bob');
    expect(outcomeOf(await write)).toBe('StoreUnavailable');
    await expect.poll(() => runningStatements(watcher)).toEqual([]);
    await holder.query('rollback');
    expect((await patient.strategies.find('gradual'))._unsafeUnwrap()).toEqual(definition());
    expect((await patient.events.list({ limit: 10 }))._unsafeUnwrap().events).toHaveLength(3);
  },
);

it('does not reuse a connection on which a statement ran into the deadline', async () => {
  const { store } = await openHeld({ deadlineMs: 5_000, maxConnections: 1 });
  const silent = store.strategies.delete('gradual', 'bob');
  expect(outcomeOf(await silent)).toBe('StoreUnavailable');
  const others = await Promise.all([1, 2, 3].map(() => store.strategies.find('gradual')));
  expect(others.map(outcomeOf)).toEqual(['ok', 'ok', 'ok']);
});

it('deletes a project for longer than the deadline of other calls', async () => {
  const { open, connect } = await openShop();
  const store = await open({ deadlineMs: 3_000 });
  const holder = await connect();
  await holder.query(`begin; select from projects where id = 'shop' for update`);
  const deleted = store.projects.delete('shop', 'ann');
  await untilBlocked(holder);
  // Another call that waits for the row ends at the deadline, and the delete goes on.
  const other = await store.writer.putAll([changeRequest(1, 'new')], 'ann');
  expect(outcomeOf(other)).toBe('StoreUnavailable');
  await holder.query('rollback');
  expect(outcomeOf(await deleted)).toBe('ok');
});
