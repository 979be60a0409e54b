import type { PortResult } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { err, errAsync, type Result, ResultAsync } from 'neverthrow';
import { expect, it, onTestFinished, vi } from 'vitest';
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

/** A store whose connections all lead to a server that is read-only. */
async function openReadOnly() {
  const { url, open } = await openShop();
  const readOnly = new URL(url);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  return open({ pool: openPool({ connectionString: readOnly.href }), deadlineMs: 10_000 });
}

/** A store of which several connections lead to a server that became read-only, unlike new ones. */
async function openAfterFailover() {
  const { store: primary, url, open, connect } = await openShop();
  const pool = openPool({ connectionString: url });
  const store = await open({ pool, deadlineMs: 10_000 });
  await Promise.all([1, 2, 3].map(() => store.strategies.list()));
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
  for (const client of clients) {
    await client.query('set default_transaction_read_only = on');
    client.release();
  }
  // A check of a connection holds for a second.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_000);
  onTestFinished(() => void vi.restoreAllMocks());
  return { primary, store, connect };
}

async function firstOf<T>(
  exported: AsyncIterable<Result<T, unknown>>,
): Promise<Result<T, unknown>> {
  for await (const entry of exported) return entry;
  return err('nothing');
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
  ['definition', ({ strategies }) => strategies.find('default')],
  ['list of definitions', ({ strategies }) => strategies.list()],
  ['list of projects', ({ projects }) => projects.list()],
  ['list of events', ({ events }) => events.list({ limit: 1 })],
  ['look for names', ({ names }) => names?.find({ projectIds: ['shop'], names: [] }) ?? errAsync()],
  ['export', ({ transfer }) => new ResultAsync(firstOf(transfer.export()))],
  ['write', ({ writer }) => writer.put(changeRequest(2, 'new'), 'ann')],
];

it('fails reads, writes and checks on a read-only server', async () => {
  const store = await openReadOnly();
  const unavailable = expect.objectContaining({ type: 'StoreUnavailable' });
  for (const [name, call] of CALLS) {
    expect([name, (await call(store))._unsafeUnwrapErr()]).toEqual([name, unavailable]);
  }
  expect(outcomeOf(await store.check())).toBe('StoreUnavailable');
});

it.each(CALLS)(
  'replaces all connections when a %s finds the server read-only',
  async (_name, call) => {
    const { primary, store } = await openAfterFailover();
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
  const { store, connect } = await openAfterFailover();
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
