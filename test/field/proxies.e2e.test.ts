import { once } from 'node:events';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeKey, serve } from '../../packages/service/test/http/served-app.ts';
import { startNginx } from './nginx.ts';

const PATH = '/api/admin/projects/shop/change-requests/scheduled/1';
const STORED = {
  id: 1,
  title: 'a title that is long enough to compress',
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
};
/** More than a client may send with wrong keys in a minute. */
const WRONG_KEYS = 25;

/** A service behind nginx on 127.0.0.1, with a change request. */
async function behindNginx() {
  const served = await serve(undefined, { trustProxy: ['127.0.0.1'], keepAliveMs: 620_000 });
  const proxy = await startNginx(served.url);
  onTestFinished(async () => {
    await proxy.stop();
    await served.stop();
  });
  const { store } = served;
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  const key = await makeKey(store, 'admin');
  const send = async (options: RequestOptions, body?: object) => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const headers = { Authorization: key, 'Accept-Encoding': 'gzip', ...json };
    const all = { ...headers, ...(options.headers as Readonly<Record<string, string>>) };
    const asked = request(proxy.url, { path: PATH, agent: false, ...options, headers: all });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    const isGzip = response.headers['content-encoding'] === 'gzip';
    const text = (isGzip ? gunzipSync(bytes) : bytes).toString();
    return { status: response.statusCode, etag: response.headers.etag ?? '', isGzip, text };
  };
  expect((await send({ method: 'PUT' }, STORED)).status).toBe(201);
  return { send };
}

type Sending = Awaited<ReturnType<typeof behindNginx>>['send'];

/** Reads, reads again, and replaces twice with the tag that was read. */
async function statusesWith(send: Sending, etag: string): Promise<readonly unknown[]> {
  const statuses: unknown[] = [];
  const ask = async (headers: Readonly<Record<string, string>>, body?: object) => {
    const method = body === undefined ? 'GET' : 'PUT';
    statuses.push((await send({ method, headers }, body)).status);
  };
  await ask({ 'If-None-Match': etag });
  await ask({ 'If-None-Match': '"another"' });
  await ask({ 'If-Match': etag }, { ...STORED, title: 'the second of its titles' });
  await ask({ 'If-Match': etag }, { ...STORED, title: 'the third of its titles' });
  await ask({ 'If-None-Match': etag });
  return statuses;
}

/** It is replaced once: then the tag names an older version. */
const AS_WITHOUT_PROXY = [304, 200, 200, 412, 200];

async function statusOfWrongKeys(send: Sending, options: RequestOptions): Promise<unknown> {
  let last: unknown;
  for (let nth = 0; nth < WRONG_KEYS; nth += 1) {
    const headers = { ...(options.headers as object), Authorization: `wrong ${nth}` };
    last = (await send({ ...options, headers })).status;
  }
  return last;
}

describe('nginx with gzip, keep-alive and ports in X-Forwarded-For', () => {
  test('weakens the tag of what it compresses, which names the version nevertheless', async () => {
    const { send } = await behindNginx();
    const { etag, isGzip, text } = await send({});
    expect([isGzip, etag.slice(0, 3), JSON.parse(text)]).toMatchObject([true, 'W/"', STORED]);
    expect(await statusesWith(send, etag)).toEqual(AS_WITHOUT_PROXY);
  });

  test('has clients that are counted apart, from whichever port they ask', async () => {
    const { send } = await behindNginx();
    expect(await statusOfWrongKeys(send, { localAddress: '127.0.0.2' })).toBe(429);
    const other = { localAddress: '127.0.0.3', headers: { Authorization: 'wrong' } };
    expect((await send(other)).status).toBe(401);
  });
});
