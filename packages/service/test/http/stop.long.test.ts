import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '@forewarn/store';
import { describe, it, type TestContext } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { ask, searchPath, strategyPath } from './ask.ts';
import { inPostgres, inSqlite, type TestLocation } from './open-stores.ts';
import { connectTo, type RawConnection, rawRequest } from './raw-connection.ts';
import { type RunningService, startService } from './running-service.ts';
import { register } from './sample-data.ts';
import { proxyBefore } from './tcp-proxy.ts';

const KEY = 'the key of the stop test';
const WITHIN_MS = 10_000;

/** Starts the service on a store that is removed when the test ends. */
async function started({
  onTestFinished,
}: TestContext): Promise<{ service: RunningService; location: TestLocation }> {
  const location = await inSqlite();
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

/** Connections that are open and have sent nothing. */
const FRESH = 20;
const CONNECT_EVERY_MS = 10;

/**
 * Opens connections until one is refused. Each sends its request once others are open. Returns those that were accepted: the
 * system resets one that reached its queue at the moment of the close, which no service can tell.
 */
async function connectUntilRefused(service: RunningService): Promise<readonly RawConnection[]> {
  const connections: RawConnection[] = [];
  const send = ({ socket }: RawConnection): void => void socket.write(rawRequest('GET', '/health'));
  try {
    for (;;) {
      connections.push(await connectTo(service));
      const ready = connections.at(-FRESH);
      if (ready !== undefined) send(ready);
      await delay(CONNECT_EVERY_MS);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
    await delay(CONNECT_EVERY_MS);
    // One that was accepted has sent nothing yet, so that to close it would end it, not reset it.
    const isLastReset = connections.at(-1)?.socket.errored !== null;
    connections.slice(1 - FRESH).forEach(send);
    return isLastReset ? connections.slice(0, -1) : connections;
  }
}

const RECORDERS = 16;
/** How many requests are sent before the signal. */
const BEFORE = 300;
const ROUNDS = 3;

/**
 * Records change requests on a connection for each, until connections are refused. Returns what came instead of a response, if
 * anything.
 */
async function recordUntilRefused(
  service: RunningService,
  client: number,
  onResponse: () => void,
): Promise<string | undefined> {
  for (let id = client; ; id += RECORDERS) {
    const path = `/api/admin/projects/shop/change-requests/scheduled/${id}`;
    const changeRequest = { id, project: 'shop', environment: 'production', state: 'Scheduled' };
    try {
      const { status } = await ask(service, {
        method: 'PUT',
        path,
        key: KEY,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(changeRequest),
      });
      if (status !== 201) return `status ${status}`;
      onResponse();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return code === 'ECONNREFUSED' ? undefined : message;
    }
  }
}

describe.concurrent('a service that is told to stop', () => {
  it.for([
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGTERM', 'SIGINT', 130],
  ] as const)('by %s, then %s, exits at once', async ([first, second, code], test) => {
    const { expect } = test;
    const { service, location } = await started(test);
    const { outcome, release } = await heldDelete(service, location);
    const ended = service.end(first);
    await expect.poll(() => service.stdout()).toContain('"stopping"');
    // The first one may count as an echo.
    const codeAfterAnother = (): number | null => {
      service.process.kill(second);
      return service.process.exitCode;
    };
    await expect.poll(codeAfterAnother).toBe(code);
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
    await expect.poll(() => service.stdout()).toContain('"stopping"');
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
    await expect.poll(() => used?.text()).toContain('"GOOD"');

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

  it('resets none of the clients that open a connection for each of their requests', async (test) => {
    const { expect, onTestFinished } = test;
    const location = await inSqlite();
    onTestFinished(() => location.remove());
    const path = location.url.replace('sqlite:', '');
    const store = (await openStore({ kind: 'sqlite', path }))._unsafeUnwrap();
    (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
    await store.close();
    for (let round = 0; round < ROUNDS; round += 1) {
      const service = await startService({
        DATABASE_URL: location.url,
        INIT_ADMIN_API_TOKENS: KEY,
      });
      onTestFinished(() => void service.process.kill('SIGKILL'));
      const signal = Promise.withResolvers<void>();
      let responses = 0;
      const onResponse = (): void => {
        responses += 1;
        if (responses === BEFORE) signal.resolve();
      };
      const recording = Array.from({ length: RECORDERS }, (_, client) =>
        recordUntilRefused(service, (round + 1) * 1_000_000 + client, onResponse),
      );
      await Promise.race([signal.promise, ...recording]);
      const stopped = service.end('SIGTERM');

      expect(await Promise.all(recording)).toEqual(recording.map(() => undefined));
      expect(responses).toBeGreaterThan(BEFORE);
      expect(await stopped).toEqual({ code: 0 });
    }
  });

  it('responds on each connection that it accepted', async (test) => {
    const { expect } = test;
    const { service } = await started(test);
    const stopped = service.end('SIGTERM');
    const connections = await connectUntilRefused(service);
    const received = await Promise.all(connections.map(({ closed }) => closed));
    expect(received.length).toBeGreaterThan(FRESH);
    expect(received.filter((each) => !/^HTTP\/1.1 200 .*"GOOD"/s.test(each))).toEqual([]);
    expect(await stopped).toEqual({ code: 0 });
  });
});
