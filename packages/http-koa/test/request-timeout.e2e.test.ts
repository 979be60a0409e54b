import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Koa, { type Middleware } from 'koa';
import { expect, test } from 'vitest';
import { errorHandler, requestTimeout } from '../src/index.ts';
import { errorIn, recorder, serve } from './serve.ts';

const LATE_MS = 20;
const NEVER_LATE_MS = 60_000;

async function serveWithin(withinMs: number, response: Middleware) {
  const { reports, reportError } = recorder();
  const app = new Koa()
    .use(requestTimeout(withinMs, reportError))
    .use(errorHandler(reportError))
    .use(response);
  return { ...(await serve(app)), reports };
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
