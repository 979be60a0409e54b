import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { hasMoreThan } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { ok } from 'neverthrow';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteSession } from '../src/sqlite-session.ts';
import { makeFile, newPath } from './open-store.ts';

async function openSession() {
  const path = await newPath();
  await makeFile(path);
  const session = sqliteSession(path);
  onTestFinished(() => session.close());
  return session;
}

type Session = Awaited<ReturnType<typeof openSession>>;

const LONG = { isLong: true } as const;

/** The next thread that this one starts. */
const nextWorker = (): Promise<Worker> =>
  new Promise((resolve) => void process.once('worker', resolve));

const projectIds = (session: Session) =>
  session.read(async (db) => {
    const rows = await db.selectFrom('projects').select('id').execute();
    return ok(rows.map(({ id }) => id));
  });

const register = (session: Session, id: string) =>
  session.write(async (transaction) => {
    await transaction.insertInto('projects').values({ id, name: id }).execute();
    return ok();
  });

const count = (to: number) => sql<{ readonly n: number }>`
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${to})
  select max(n) as n from numbers`;

it('reads what is long while a write has the connection of the event loop', async () => {
  const session = await openSession();
  const [begun, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = session.write(async (transaction) => {
    await transaction.insertInto('projects').values({ id: 'shop', name: 'Shop' }).execute();
    begun.resolve();
    await commit.promise;
    return ok();
  });
  await begun.promise;
  const read = await session.read(
    async (db) => ok(await db.selectFrom('projects').selectAll().execute()),
    { isLong: (db) => hasMoreThan(0, db, sql`select 1 from projection`) },
  );
  expect(read._unsafeUnwrap()).toEqual([]);
  commit.resolve();
  (await writing)._unsafeUnwrap();
});

it('lets the event loop run during one statement of long work', async () => {
  const session = await openSession();
  let turns = 0;
  const end = new AbortController();
  const counted = session.writeLong(async (transaction) => {
    // A thread takes time to start.
    await count(1).execute(transaction);
    const counting = count(1_000_000).execute(transaction);
    void counting.finally(() => end.abort());
    for (; !end.signal.aborted; turns += 1) await nextTurn();
    return ok((await counting).rows);
  });
  expect((await counted)._unsafeUnwrap()).toEqual([{ n: 1_000_000 }]);
  // On the event loop, the statement would be done before the first one ends.
  expect(turns).toBeGreaterThan(1);
});

it('keeps its thread for long work that soon follows, and ends it then', async () => {
  const session = await openSession();
  const started = nextWorker();
  const write = () =>
    session.writeLong(async (transaction) => ok(await count(1).execute(transaction)));
  (await write())._unsafeUnwrap();
  const first = await started;
  const next = nextWorker();
  (await write())._unsafeUnwrap();
  await expect.poll(() => first.threadId).toBe(-1);
  (await write())._unsafeUnwrap();

  expect((await next).threadId).not.toBe(-1);
});

it('ends its thread when it is closed', async () => {
  const session = await openSession();
  const started = nextWorker();
  (await session.writeLong(async () => ok()))._unsafeUnwrap();
  await session.close();

  expect((await started).threadId).toBe(-1);
});

it('rolls long work back if its thread ends, and goes on writing', async () => {
  const session = await openSession();
  const started = nextWorker();
  const lost = session.writeLong(async (transaction) => {
    await transaction.insertInto('projects').values({ id: 'lost', name: 'lost' }).execute();
    const counting = count(1_000_000).execute(transaction);
    void (await started).terminate();
    await counting;
    return ok();
  });
  expect((await lost)._unsafeUnwrapErr()).toMatchObject({
    type: 'StoreUnavailable',
    cause: { message: expect.stringContaining('the writer thread ended') },
  });
  (await register(session, 'kept'))._unsafeUnwrap();
  expect((await projectIds(session))._unsafeUnwrap()).toEqual(['kept']);
});

it('lets short writes wait for long work', async () => {
  const session = await openSession();
  let registered: ReturnType<typeof register> | undefined;
  const long = session.writeLong(async (transaction) => {
    await transaction.insertInto('projects').values({ id: 'long', name: 'long' }).execute();
    registered = register(session, 'short');
    expect((await projectIds(session))._unsafeUnwrap()).toEqual([]);
    return ok();
  });
  (await long)._unsafeUnwrap();
  (await registered)?._unsafeUnwrap();
  expect((await projectIds(session))._unsafeUnwrap()).toEqual(['long', 'short']);
});

it('runs long work that waits one after the other, in one thread', async () => {
  const session = await openSession();
  let threads = 0;
  const counts = (): void => void (threads += 1);
  process.on('worker', counts);
  onTestFinished(() => void process.off('worker', counts));
  const ids = ['a', 'b', 'c'];
  const seen: number[] = [];
  const results = await Promise.all(
    ids.map((id) =>
      session.writeLong(async (transaction) => {
        seen.push((await transaction.selectFrom('projects').select('id').execute()).length);
        await transaction.insertInto('projects').values({ id, name: id }).execute();
        return ok();
      }),
    ),
  );
  expect(results.every((result) => result.isOk())).toBe(true);
  expect(seen).toEqual([0, 1, 2]);
  expect(threads).toBe(1);
});

it('rejects a long read if its thread ends, and reads on in another', async () => {
  const session = await openSession();
  const started = nextWorker();
  const lost = session.read(async (db) => ok(await count(100_000_000).execute(db)), LONG);
  void (await started).terminate();
  expect((await lost)._unsafeUnwrapErr()).toMatchObject({
    type: 'StoreUnavailable',
    cause: { message: expect.stringContaining('the reader thread ended') },
  });
  const read = await session.read(async (db) => ok((await count(3).execute(db)).rows), LONG);
  expect(read._unsafeUnwrap()).toEqual([{ n: 3 }]);
});

it('shows each long read one moment, and does not let it write', async () => {
  const session = await openSession();
  const written = await session.read(async (db) => {
    const projects = () => db.selectFrom('projects').select('id').execute();
    const before = await projects();
    (await register(session, 'later'))._unsafeUnwrap();
    expect(await projects()).toEqual(before);
    await db.insertInto('projects').values({ id: 'a', name: 'a' }).execute();
    return ok();
  }, LONG);
  expect(written._unsafeUnwrapErr()).toMatchObject({
    cause: { message: expect.stringContaining('readonly') },
  });
  expect((await projectIds(session))._unsafeUnwrap()).toEqual(['later']);
});

it('reads the rows of a long read in chunks, between which others read', async () => {
  const session = await openSession();
  const ended: string[] = [];
  const rowsOf = async (rows: number) => {
    const read = session.read(async (db) => {
      const found = await sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
        select n from numbers`.execute(db);
      return ok(found.rows.length);
    }, LONG);
    expect((await read)._unsafeUnwrap()).toBe(rows);
    ended.push(`${rows}`);
  };
  await Promise.all([rowsOf(50_000), rowsOf(10)]);
  expect(ended).toEqual(['10', '50000']);
});

it('returns at once when the signal of a long read is aborted, however long its statement takes', async () => {
  const session = await openSession();
  const reason = new Error('the client disconnected');
  const end = new AbortController();
  const work = (to: number) =>
    session.read(async (db) => ok((await count(to).execute(db)).rows), {
      ...LONG,
      signal: end.signal,
    });
  const started = nextWorker();
  const aborted = work(3_000_000);
  await started;
  end.abort(reason);
  const first = await Promise.race([aborted, nextTurn().then(() => ok('a turn later'))]);
  expect(first._unsafeUnwrapErr()).toEqual({ type: 'StoreUnavailable', cause: reason });
});
