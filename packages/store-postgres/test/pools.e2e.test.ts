import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import {
  openConnectionPool,
  openDatabase,
  openPool,
  outcomeOf,
  registerShop,
  searchFor,
  spyOnStatements,
} from './open-database.ts';

it('opens a store with a configuration instead of a URL', async () => {
  const { url } = await openDatabase();
  const { hostname, port, username, password, pathname } = new URL(url);
  const pool = {
    host: hostname,
    port: Number(port),
    user: username,
    password: async () => decodeURIComponent(password),
    database: pathname.slice(1),
  };
  const store = (await openPostgresStore({ pool }))._unsafeUnwrap();
  onTestFinished(() => store.close());
  await registerShop(store);
  expect(outcomeOf(await store.reader.search(searchFor('checkout')))).toBe('ok');
  expect(outcomeOf(await store.check())).toBe('ok');
});

it('uses a pool that it is given, and leaves it open', async () => {
  const { url } = await openDatabase();
  const pool = openPool({ connectionString: url, max: 3 });
  const store = (await openPostgresStore({ pool }))._unsafeUnwrap();
  await registerShop(store);
  expect(store.connections().max).toBe(3);
  expect(pool.totalCount).toBeGreaterThan(0);
  expect(outcomeOf(await store.projects.delete('shop', 'ann'))).toBe('ok');
  await store.close();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('has the system probe its connections, so that a lost network ends long work', async () => {
  const probe = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => probe.mockRestore());
  const pool = await openConnectionPool();
  await pool.use(new AbortController().signal, (db) => sql`select 1`.execute(db));

  expect(probe).toHaveBeenCalledWith(true, 10_000);
});

it('passes on the TLS object of a configuration', async () => {
  const sslRequest = 80_877_103;
  const requests: number[] = [];
  const server = createServer((socket) => {
    socket.once('data', (message: Buffer) => {
      requests.push(message.readInt32BE(4));
      socket.end('N');
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const pool = { host: '127.0.0.1', port, user: 'ann', ssl: { minVersion: 'TLSv1.3' } } as const;
  const opened = await openPostgresStore({ pool });

  expect(outcomeOf(opened)).toBe('StoreUnavailable');
  expect(requests).toContain(sslRequest);
});

it('is warned of commits by a server that can not look whether its clients are there', async () => {
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => never;
  const pool = await openConnectionPool({ options: '-c client_min_messages=error' });
  spyOnStatements().query.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [text, ...rest] = given;
    const sent = typeof text === 'string' ? text.replace('connection_check', 'no_check') : text;
    return Reflect.apply(query, this, [sent, ...rest]);
  });

  const level = await pool.use(new AbortController().signal, async (db) => {
    const { rows } = await sql<{ level: string }>`
      select current_setting('client_min_messages') as level`.execute(db);
    return rows;
  });

  expect(level).toEqual([{ level: 'warning' }]);
});
