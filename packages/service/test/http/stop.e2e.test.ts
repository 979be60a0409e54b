import { memoryOperate } from '@forewarn/operate/memory';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, it, type TestContext } from 'vitest';
import { ask, searchPath, strategyPath } from './ask.ts';
import { connectTo, rawRequest } from './raw-connection.ts';
import { register } from './sample-data.ts';
import { makeKey, serve } from './served-app.ts';

// For tests without time limits.
const NO_HURRY = { serveMs: 60_000, cutOffMs: 60_000 };

const CONNECTIONS = 32;
const STOPPED_AFTER = 200;
/** Of a slow client. */
const BETWEEN_BYTES_MS = 20;
const BYTES = 30;

/** Sends requests on one connection until a response closes it. Returns the number of responses. */
async function sendUntilClosed(url: string, key: string, onResponse: () => void): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let received = 1; ; received += 1) {
    const path = searchPath('nope', `feature=${received}`);
    const asked = request(url, { path, agent, headers: { Authorization: key } });
    asked.end();
    // Rejects if there is no response.
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await text(response);
    onResponse();
    if (response.statusCode !== 404) throw new Error(`status ${response.statusCode}`);
    if (response.headers.connection === 'close') return received;
  }
}

/** A service whose deletes wait for `open`. */
async function gated({ onTestFinished }: TestContext) {
  const own = createMemoryStore({}, [memoryOperate]);
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const served = await serve({
    ...own,
    strategies: {
      ...own.strategies,
      delete: async (...command) => {
        waiting += 1;
        await gate.promise;
        return own.strategies.delete(...command);
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

it.concurrent('under load responds to every request, and sends Connection: close to each client', async (test) => {
  const { expect } = test;
  const { served, key } = await gated(test);
  let received = 0;
  let stopped: Promise<void> | undefined;
  const onResponse = (): void => {
    received += 1;
    if (received === STOPPED_AFTER) stopped = served.stop(NO_HURRY);
  };
  const asking = Array.from({ length: CONNECTIONS }, () =>
    sendUntilClosed(served.url, key, onResponse),
  );
  const each = await Promise.all(asking);

  expect(each.reduce((sum, count) => sum + count, 0)).toBe(received);
  expect(received).toBeGreaterThanOrEqual(STOPPED_AFTER);
  await stopped;
  await expect(ask(served, { path: '/health' })).rejects.toThrow('ECONNREFUSED');
});

it.concurrent('completes requests in progress and new ones, while /ready is 503', async (test) => {
  const { expect } = test;
  const { own, served, key, open, waiting } = await gated(test);
  await register(own, 'last');
  const idle = await connectTo(served);
  idle.socket.write(rawRequest('GET', '/ready'));
  await expect.poll(() => idle.text()).toMatch(/^HTTP\/1.1 200 .*: keep-alive/s);
  const deleted = ask(served, { method: 'DELETE', path: strategyPath('last'), key });
  await expect.poll(waiting).toBe(1);

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

it.concurrent('serves a request of which a part comes now and then', async (test) => {
  const { expect } = test;
  const { served } = await gated(test);
  const { socket, closed } = await connectTo(served);
  const whole = rawRequest('GET', '/health', { 'X-Slow': 'x'.repeat(BYTES) });
  const stopped = served.stop({ serveMs: BETWEEN_BYTES_MS * 20, cutOffMs: 60_000 });
  for (let sent = 0; sent < BYTES; sent += 1) {
    socket.write(whole.slice(sent, sent + 1));
    await delay(BETWEEN_BYTES_MS);
  }
  socket.write(whole.slice(BYTES));
  expect(await closed).toMatch(/^HTTP\/1.1 200 .*Connection: close.*"GOOD"/s);
  await stopped;
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
      await expect.poll(waiting).toBe(1);
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
});
