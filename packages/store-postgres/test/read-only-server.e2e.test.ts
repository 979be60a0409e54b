import type { PortResult } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { expect, it } from 'vitest';
import { ReadOnlyServer } from '../src/session/postgres-errors.ts';
import {
  changeRequest,
  openConnectionPool,
  openPool,
  openShop,
  outcomeOf,
  searchFor,
  untilBlocked,
} from './open-database.ts';

/** A store whose connections all lead to a server that became read-only, and a way to let new ones lead to another. */
async function openBehindFailover() {
  const { store: primary, url, open, connect } = await openShop();
  const readOnly = new URL(url);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const pool = openPool({ connectionString: readOnly.href });
  const store = await open({ pool, deadlineMs: 10_000 });
  const connectElsewhere = (): void => {
    Object.assign(pool.options, { connectionString: url });
  };
  return { primary, store, connect, connectElsewhere };
}

const LISTED = { projectIds: ['shop'], limit: 10, maxBytes: 10_000 };

const CALLS: readonly [name: string, call: (store: Store) => PortResult<unknown, unknown>][] = [
  ['search', ({ reader }) => reader.search(searchFor('feature-1'))],
  ['impact', ({ reader }) => reader.impact({ asked: [], projectIds: ['shop'] })],
  ['impact in no project', ({ reader }) => reader.impact({ asked: [], projectIds: [] })],
  ['listing', ({ reader }) => reader.list(LISTED)],
  [
    'listing of an unknown project',
    ({ reader }) => reader.list({ ...LISTED, projectIds: ['new'] }),
  ],
  ['find', ({ reader }) => reader.find({ projectId: 'shop', id: 1 })],
  ['use', ({ strategies }) => strategies.findUse('default')],
  ['write', ({ writer }) => writer.put(changeRequest(2, 'new'), 'ann')],
];

it('fails reads that can miss something, writes and checks on a read-only server', async () => {
  const { store } = await openBehindFailover();
  const unavailable = expect.objectContaining({ type: 'StoreUnavailable' });
  for (const [name, call] of CALLS) {
    expect([name, (await call(store))._unsafeUnwrapErr()]).toEqual([name, unavailable]);
  }
  expect(outcomeOf(await store.check())).toBe('StoreUnavailable');
});

it('does not say that something is not there when the server is read-only', async () => {
  const { primary, store } = await openBehindFailover();
  const asOf = '2026-11-21T10:42:00.000Z';
  (
    await primary.names.replace({ projectId: 'shop', asOf, lists: { feature: [] } })
  )._unsafeUnwrap();
  const names = [{ kind: 'feature', value: 'checkout' }] as const;
  const found = [
    await store.strategies.find('gradual'),
    await store.names.find({ projectIds: ['shop'], names }),
  ];
  expect(found.map(outcomeOf)).toEqual(['StoreUnavailable', 'StoreUnavailable']);
});

it.each(CALLS)(
  'replaces all connections when a %s finds the server read-only',
  async (_name, call) => {
    const { primary, store, connectElsewhere } = await openBehindFailover();
    // Opens several connections.
    await Promise.all([1, 2, 3].map(() => store.strategies.list()));
    connectElsewhere();
    await primary.writer.put(changeRequest(1, 'scheduled'), 'ann');
    expect((await call(store)).isOk()).toBe(true);
    const found = await Promise.all(
      [1, 2, 3].map(() => store.reader.search(searchFor('feature-1'))),
    );
    expect(found.map((each) => each._unsafeUnwrap().changeRequests.length)).toEqual([1, 1, 1]);
    expect(outcomeOf(await store.writer.put(changeRequest(3, 'new'), 'ann'))).toBe('ok');
  },
);

it('ends long work when a search finds the server read-only', async () => {
  const { store, connect, connectElsewhere } = await openBehindFailover();
  await store.strategies.list();
  connectElsewhere();
  const holder = await connect();
  await holder.query("begin; select from projects where id = 'shop' for update");
  const deleting = store.projects.delete('shop', 'ann');
  await untilBlocked(holder);
  await store.reader.search(searchFor('feature-1'));
  expect(outcomeOf(await deleting)).toBe('StoreUnavailable');
});

it('ends writes that hang on a server that became read-only, though nothing else asks it', async () => {
  const { store, connect } = await openShop({ maxConnections: 4, deadlineMs: 100_000 });
  const holder = await connect();
  await holder.query("begin; select from projects where id = 'shop' for update");
  const writing = [1, 2].map((id) => store.writer.put(changeRequest(id, 'new'), 'ann'));
  await untilBlocked(holder, 2);
  const other = await connect();
  const { rows } = await other.query<{ name: string }>('select current_database() as name');
  await other.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
  // Connections keep the defaults that they began with, also one that a check uses right now.
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and state <> 'idle in transaction' and cardinality(pg_blocking_pids(pid)) = 0`,
  );

  for (const each of writing) expect(outcomeOf(await each)).toBe('StoreUnavailable');
});

it('replaces connections once, though several of them report later', async () => {
  const pool = await openConnectionPool();
  const { signal } = new AbortController();
  const report = Promise.withResolvers<never>();
  const begun = Promise.withResolvers<void>();
  const late = pool.use(signal, () => {
    begun.resolve();
    return report.promise;
  });
  await begun.promise;
  pool.replaceConnections();
  const { replaced } = pool;

  report.reject(new ReadOnlyServer());

  await expect(late).rejects.toThrow(ReadOnlyServer);
  expect(replaced.aborted).toBe(false);
});
