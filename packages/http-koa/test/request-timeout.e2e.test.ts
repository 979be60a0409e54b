import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Koa, { type Middleware } from 'koa';
import { ResultAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import {
  type AdminUseCases,
  createAdminRouter,
  errorHandler,
  requestTimeout,
} from '../src/index.ts';
import { ADMIN, createAdminWorld } from '../../http/test/admin-world.ts';
import { errorIn, recorder } from '../../http/test/serve.ts';
import { serveApp } from './serve-app.ts';

const LATE_MS = 20;
const LONGER_MS = 50;
const NEVER_LATE_MS = 60_000;

async function serveWithin(withinMs: number, response: Middleware) {
  const { reports, reportError } = recorder();
  const app = new Koa()
    .use(requestTimeout(withinMs, reportError))
    .use(errorHandler(reportError))
    .use(response);
  return { ...(await serveApp(app)), reports };
}

test.for([Infinity, Number.NaN, 0, -1, 2 ** 31])('refuses a timeout of %s ms', (timeoutMs) => {
  expect(() => requestTimeout(timeoutMs, () => {})).toThrow(RangeError);
});

test('responds with 503 at the deadline, and drops a later response', async () => {
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { ask, reports, emitted } = await serveWithin(LATE_MS, async (ctx) => {
    await goOn;
    ctx.body = { too: 'late' };
    ctx.set('X-Late', 'yes');
    end();
  });

  const response = await ask('GET', '/');

  expect(errorIn(response)).toMatchObject({ status: 503, name: 'ServiceUnavailable' });
  expect(response.headers['retry-after']).toBe('1');
  expect(reports.map(({ error }) => error.type)).toEqual(['DeadlinePassed']);
  resolve();
  await ended;
  expect(emitted).toEqual([]);
});

test('reports a bug after the deadline, and keeps the 503', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  const { ask, reports, emitted } = await serveWithin(LATE_MS, () => promise);

  expect((await ask('GET', '/')).status).toBe(503);

  reject(new Error('a bug'));
  await expect
    .poll(() => reports.map(({ error }) => error.type))
    .toEqual(['DeadlinePassed', 'InternalError']);
  expect(emitted).toEqual([]);
});

test('aborts the signal in ctx.state along with the 503', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { ask } = await serveWithin(LATE_MS, async (ctx) => {
    const signal = ctx.state['signal'] as AbortSignal;
    signal.addEventListener('abort', () => resolve(signal.reason));
    await promise;
  });

  expect((await ask('GET', '/')).status).toBe(503);
  expect(await promise).toEqual(new Error('no response within 20 ms'));
});

test('leaves a response in time unchanged, and does not abort its signal', async () => {
  const signals: AbortSignal[] = [];
  const { ask } = await serveWithin(NEVER_LATE_MS, (ctx) => {
    signals.push(ctx.state['signal'] as AbortSignal);
    ctx.body = 'in time';
  });

  expect(await ask('GET', '/')).toMatchObject({ status: 200, body: 'in time' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test('responds with 408 to a request that is incomplete at the deadline, and closes the connection', async () => {
  const { server } = await serveWithin(LATE_MS, async (ctx) => {
    ctx.body = await text(ctx.req);
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf');

  const response = await text(socket);

  expect(response).toContain('HTTP/1.1 408');
  expect(response).toContain('"name":"RequestTimeout"');
  expect(response.toLowerCase()).toContain('connection: close');
});

type UseCases = AdminUseCases<string | undefined>;

async function serveRouter(changes: (useCases: Required<UseCases>) => Partial<UseCases>) {
  const { everything } = await createAdminWorld();
  const router = createAdminRouter({ ...everything, ...changes(everything) });
  return serveApp(new Koa().use(requestTimeout(LONGER_MS, () => {})).use(router.routes()));
}

test.for([
  ['a stranger', {}],
  ['an admin', { Authorization: ADMIN }],
] as const)(
  'looking up the key of %s has the ordinary deadline in a long operation',
  async ([, headers]) => {
    const { ask } = await serveRouter(() => ({
      admit: () => new ResultAsync(Promise.withResolvers<never>().promise),
    }));

    const response = await ask('DELETE', '/api/admin/projects/other', { headers });

    expect(response.status).toBe(503);
  },
);

test('a long operation ends when its client leaves', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal | undefined>();
  const { ask, server } = await serveRouter(() => ({
    deleteProject: ({ signal }) => {
      begin(signal);
      return new ResultAsync(Promise.withResolvers<never>().promise);
    },
  }));
  const leaving = ask('DELETE', '/api/admin/projects/other').catch((error: unknown) => error);
  const signal = await begun;
  server.closeAllConnections();
  expect(await leaving).toBeInstanceOf(Error);
  await expect.poll(() => signal?.aborted).toBe(true);
});
