import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import type { Store } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { ResultAsync } from 'neverthrow';
import { describe, it, type TestContext } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { ask, searchPath, strategyPath } from './ask.ts';
import { inPostgres, inSqlite, type TestLocation } from './open-stores.ts';
import { connectTo, rawRequest } from './raw-connection.ts';
import { type RunningService, startService } from './running-service.ts';
import { register } from './sample-data.ts';
import { makeKey, serve } from './served-app.ts';
import { proxyBefore } from './tcp-proxy.ts';

const KEY = 'the key of the stop test';
const CONNECTIONS = 32;
const STOPPED_AFTER = 500;
const WITHIN_MS = 10_000;

/** Starts the service on a store that is removed when the test ends. */
async function started(
  { onTestFinished }: TestContext,
  make: () => Promise<TestLocation> = inSqlite,
): Promise<{ service: RunningService; location: TestLocation }> {
  const location = await make();
  const service = await startService({
    DATABASE_URL: location.url,
    INIT_ADMIN_API_TOKENS: KEY,
  });
  onTestFinished(async () => {
    service.process.kill('SIGKILL');
    await location.remove();
  });
  return { service, location };
}

/** Sends requests on one connection until a response closes it. Returns the number of responses. */
async function sendUntilClosed({ url }: RunningService, onResponse: () => void): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let received = 1; ; received += 1) {
    const path = searchPath('nope', `feature=${received}`);
    const asked = request(url, { path, agent, headers: { Authorization: KEY } });
    asked.end();
    // Rejects if there is no response.
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await text(response);
    onResponse();
    if (response.statusCode !== 404) throw new Error(`status ${response.statusCode}`);
    if (response.headers.connection === 'close') return received;
  }
}

/** Holds the SQLite write lock while a delete of the service waits for it. */
async function heldDelete(service: RunningService, { url }: TestLocation, name = 'last') {
  const path = url.replace('sqlite:', '');
  const store: Store = (await openStore({ kind: 'sqlite', path }))._unsafeUnwrap();
  await register(store, name);
  await store.close();
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  const asked = ask(service, { method: 'DELETE', path: strategyPath(name), key: KEY });
  const outcome = asked.then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
  // Once a later request has its response, the first has arrived.
  await ask(service, { path: '/health' });
  return { outcome, release: () => other.close() };
}

const PATIENCE = { timeout: 10_000 };
// For tests without time limits.
const NO_HURRY = { serveMs: 60_000, cutOffMs: 60_000 };

// A graceful shutdown may take ten seconds.
describe.concurrent('a service that is told to stop', { timeout: 60_000 }, () => {
  it.for([
    ['SIGTERM', 'SQLite', inSqlite],
    ['SIGTERM', 'Postgres', inPostgres],
  ] as const)(
    'by %s under load on %s, responds to every request and sends Connection: close to each client',
    async ([signal, , make], test) => {
      const { expect } = test;
      const { service } = await started(test, make);
      let received = 0;
      let stopping: ReturnType<RunningService['end']> | undefined;
      const onResponse = (): void => {
        received += 1;
        if (received === STOPPED_AFTER) stopping = service.end(signal);
      };
      const asking = Array.from({ length: CONNECTIONS }, () =>
        sendUntilClosed(service, onResponse),
      );
      const each = await Promise.all(asking);

      expect(each.reduce((sum, count) => sum + count, 0)).toBe(received);
      expect(received).toBeGreaterThanOrEqual(STOPPED_AFTER);
      expect(await stopping).toEqual({ code: 0 });
      await expect(ask(service, { path: '/health' })).rejects.toThrow('ECONNREFUSED');
    },
  );

  it.for([
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGTERM', 'SIGINT', 130],
  ] as const)('by %s, then %s, exits at once', async ([first, second, code], test) => {
    const { expect } = test;
    const { service, location } = await started(test);
    const { outcome, release } = await heldDelete(service, location);
    const ended = service.end(first);
    await expect.poll(() => service.stdout(), PATIENCE).toContain('"stopping"');
    // The first one may count as an echo.
    const codeAfterAnother = (): number | null => {
      service.process.kill(second);
      return service.process.exitCode;
    };
    await expect.poll(codeAfterAnother, PATIENCE).toBe(code);
    expect(await ended).toEqual({ code });
    expect(await outcome).toBe('socket hang up');
    release();
  });

  it('by two signals at once, as npm sends for one Ctrl-C, completes the requests in progress', async (test) => {
    const { expect } = test;
    const { service, location } = await started(test);
    const { outcome, release } = await heldDelete(service, location);
    const ended = service.end('SIGINT');
    // The same signal would be delivered once, if the first is still on its way.
    service.process.kill('SIGTERM');
    await expect.poll(() => service.stdout(), PATIENCE).toContain('"stopping"');
    release();
    expect(await outcome).toBe(200);
    expect(await ended).toEqual({ code: 0 });
  });

  it('exits in time with silent connections and incomplete requests', async (test) => {
    const { expect } = test;
    const { service } = await started(test);
    const connections = await Promise.all(Array.from({ length: 4 }, () => connectTo(service)));
    const [, used, header, body] = connections;
    used?.socket.write(rawRequest('GET', '/health'));
    header?.socket.write('GET /health HTTP/1.1\r\nHost: loc');
    body?.socket.write(
      rawRequest('POST', '/api/admin/strategies', {
        Authorization: KEY,
        'Content-Type': 'application/json',
        'Content-Length': '100',
      }),
    );
    await expect.poll(() => used?.text(), PATIENCE).toContain('"GOOD"');

    const begun = performance.now();
    expect(await service.end('SIGTERM')).toEqual({ code: 0 });
    expect(performance.now() - begun).toBeLessThan(WITHIN_MS);
  });

  it('exits in time while Postgres does not respond', async (test) => {
    const { expect, onTestFinished } = test;
    const location = await inPostgres();
    const proxy = await proxyBefore(location.url);
    const service = await startService({ DATABASE_URL: proxy.url, INIT_ADMIN_API_TOKENS: KEY });
    onTestFinished(async () => {
      service.process.kill('SIGKILL');
      await proxy.cut();
      await location.remove();
    });
    const search = { path: searchPath('nope', 'feature=x'), key: KEY };
    expect((await ask(service, search)).status).toBe(404);
    proxy.stall(true);
    const waiting = ask(service, search);
    expect((await ask(service, { path: '/health' })).status).toBe(200);

    const begun = performance.now();
    const { code } = await service.end('SIGTERM');
    expect(performance.now() - begun).toBeLessThan(WITHIN_MS);
    expect((await waiting).status).toBe(503);
    expect([0, 1]).toContain(code);
    // The line of the start, and at most one about the exit.
    expect(service.stderr().split('\n').length).toBeLessThanOrEqual(3);
  });
});

/** A service whose deletes wait for `open`. */
async function gated({ onTestFinished }: TestContext) {
  const own = createMemoryStore();
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const served = await serve({
    ...own,
    strategies: {
      ...own.strategies,
      delete: (...command) => {
        waiting += 1;
        return ResultAsync.fromSafePromise(gate.promise).andThen(() =>
          own.strategies.delete(...command),
        );
      },
    },
  });
  onTestFinished(() => served.stop());
  const key = await makeKey(own, 'admin');
  return {
    own,
    served,
    key,
    remove: (name: string) => rawRequest('DELETE', strategyPath(name), { Authorization: key }),
    open: () => gate.resolve(),
    waiting: () => waiting,
  };
}

it.concurrent('completes requests in progress and new ones, while /ready is 503', async (test) => {
  const { expect } = test;
  const { own, served, key, open, waiting } = await gated(test);
  await register(own, 'last');
  const idle = await connectTo(served);
  idle.socket.write(rawRequest('GET', '/ready'));
  await expect.poll(() => idle.text(), PATIENCE).toMatch(/^HTTP\/1.1 200 .*: keep-alive/s);
  const deleted = ask(served, { method: 'DELETE', path: strategyPath('last'), key });
  await expect.poll(waiting, PATIENCE).toBe(1);

  const stopped = served.stop(NO_HURRY);
  expect(await ask(served, { path: '/ready' })).toMatchObject({
    status: 503,
    headers: { connection: 'close', 'retry-after': '1' },
    json: { name: 'ServiceUnavailable', message: expect.stringContaining('shutting down') },
  });
  expect((await ask(served, { path: '/health' })).status).toBe(200);
  // A client that was idle.
  idle.socket.write(rawRequest('GET', '/health'));
  expect(await idle.closed).toMatch(/Connection: keep-alive.*Connection: close.*"GOOD"/s);
  open();
  expect((await deleted).status).toBe(200);
  await stopped;
  await expect(ask(served, { path: '/health' })).rejects.toThrow('ECONNREFUSED');
});

describe.concurrent('a pipelined request', () => {
  it.for([
    ['sent before the service is told to stop', false],
    ['sent while it stops', true],
  ] as const)(
    '%s gets its response in order, and the last response ends the connection',
    async ([, isStopping], test) => {
      const { expect } = test;
      const { own, served, remove, open, waiting } = await gated(test);
      await register(own, 'one', 'two', 'three');
      const client = await connectTo(served);
      const early = isStopping ? served.stop(NO_HURRY) : undefined;
      client.socket.write(`${remove('one')}${remove('two')}${remove('three')}`);
      await expect.poll(waiting, PATIENCE).toBe(1);
      const stopped = early ?? served.stop(NO_HURRY);
      open();
      const all = await client.closed;
      await stopped;
      expect(all.match(/HTTP\/1.1 200 OK/g)).toHaveLength(3);
      expect(all.match(/Connection: \S+/g)).toEqual([
        'Connection: keep-alive',
        'Connection: keep-alive',
        'Connection: close',
      ]);
    },
  );

  it('is not served after Connection: close', async (test) => {
    const { expect } = test;
    const { own, served, remove, open, waiting } = await gated(test);
    await register(own, 'one', 'two');
    const client = await connectTo(served);
    client.socket.write(remove('one'));
    await expect.poll(waiting, PATIENCE).toBe(1);
    const stopped = served.stop(NO_HURRY);
    client.socket.once('data', () => client.socket.write(remove('two')));
    open();
    const all = await client.closed;
    await stopped;
    expect(all.match(/Connection: \S+/g)).toEqual(['Connection: close']);
    expect(waiting()).toBe(1);
    expect((await own.strategies.list())._unsafeUnwrap().map(({ name }) => name)).toContain('two');
  });
});
