import { expect, it, vi } from 'vitest';
import {
  changeRequest,
  openDatabase,
  outcomeOf,
  registerShop,
  runningStatements,
  searchFor,
  untilBlocked,
} from './open-database.ts';

const reason = new Error('the request timed out');

async function openHeld(maxConnections = 4) {
  const { open, connect } = await openDatabase();
  const store = await open({ maxConnections, deadlineMs: 60_000 });
  await registerShop(store);
  await store.writer.put(changeRequest(1, 'old'), 'ann');
  const [holder, watcher] = [await connect(), await connect()];
  await holder.query('begin');
  await holder.query('select from change_requests where id = 1 for update');
  return { store, holder, watcher };
}

it('hangs up on a write whose signal is aborted, which then never happens', async () => {
  const { store, holder, watcher } = await openHeld();
  const caller = new AbortController();
  const write = store.writer.put(changeRequest(1, 'new'), 'bob', { signal: caller.signal });
  await untilBlocked(holder);
  caller.abort(reason);
  expect((await write)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: reason });
  // The server notices that the client is gone.
  await vi.waitFor(async () => expect(await runningStatements(watcher)).toEqual([]), 5_000);
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
  const { store, holder, watcher } = await openHeld(2);
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
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000 });
  await registerShop(store);
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
  await vi.waitFor(async () => expect(await rolledBack()).toBeGreaterThan(before + 3), 15_000);
  caller.abort(reason);
  expect((await write)._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: reason });
});

it('retries until the transaction succeeds', async () => {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000 });
  await registerShop(store);
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

it("throws a precondition's own error as it is: a bug is no outage", async () => {
  const { open } = await openDatabase();
  const store = await open();
  await registerShop(store);
  const bug = new Error('a bug');
  const onlyIf = (): boolean => {
    throw bug;
  };
  const put = store.writer.put(changeRequest(1, 'new'), 'bob', { onlyIf });
  await expect(put).rejects.toBe(bug);
});
