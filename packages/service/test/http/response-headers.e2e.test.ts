import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../src/http/server/refusal.ts';
import { searchPath, strategyPath } from './ask.ts';
import { changeRequest, record } from './sample-data.ts';
import { serveFor } from './with-stores.ts';

const world = serveFor();
const change = { all: [{ action: 'archiveFeature' }] };

beforeAll(async () => {
  const title = 'x'.repeat(50);
  const many = Array.from({ length: 100 }, (_, id) => changeRequest(id, change, { title }));
  await record(world.store, ...many, changeRequest(101, { one: change.all }, { title }));
});

/** Headers that reveal the server software, or that plain HTTP can't guarantee. */
const UNWANTED = ['server', 'x-powered-by', 'strict-transport-security'];

const OF_DEFAULT = strategyPath('default');
test.each([
  ['a body', 200, 'GET', OF_DEFAULT],
  ['no body, to HEAD', 200, 'HEAD', OF_DEFAULT],
  ['no content', 204, 'OPTIONS', OF_DEFAULT],
  ['an unknown path', 404, 'GET', '/favicon.ico'],
  ['an unknown method', 405, 'PATCH', OF_DEFAULT],
  ['health', 200, 'GET', '/health'],
  ['readiness', 200, 'GET', '/ready'],
  ['metrics by another method', 405, 'POST', '/metrics'],
  ['a target that is too long', 414, 'GET', `/${'x'.repeat(20_000)}`],
])('a response of %s has the security headers only', async (_what, expected, method, path) => {
  const { status, headers } = await world.ask(method, '', { path });

  expect(status).toBe(expected);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    expect(headers[name.toLowerCase()]).toBe(value);
  }
  expect(UNWANTED.filter((each) => each in headers)).toEqual([]);
});

test('the security headers forbid to store, render and sniff a response', () => {
  expect(SECURITY_HEADERS).toEqual({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
});

describe('compression', () => {
  /** The status, the headers and the bytes as sent. */
  async function read(path: string, method = 'GET', accepted = 'gzip') {
    const key = await world.makeKey(`${method} ${accepted} ${path}`);
    const headers = { Authorization: key, 'Accept-Encoding': accepted };
    const sent = request(new URL(path, world.url), { method, agent: false, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status, headers: received } = response;
    return { status, headers: received, bytes: await buffer(response) };
  }

  const ALL = searchPath('shop', 'feature=all');

  test('is for a long list and a client that accepts gzip', async () => {
    const plain = await read(ALL, 'GET', 'identity');
    const { headers, bytes } = await read(ALL);

    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('Accept-Encoding');
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(bytes)).toEqual(plain.bytes);
  });

  test.each([
    ['a short list', searchPath('shop', 'feature=one'), 'GET', 'gzip'],
    ['the response to HEAD', ALL, 'HEAD', 'gzip'],
    ['the text of the metrics', '/metrics', 'GET', 'gzip'],
    ['a client that accepts other encodings', ALL, 'GET', 'br'],
    ['a client that accepts none', ALL, 'GET', 'identity;q=0'],
  ])('is not for %s', async (_what, path, method, accepted) => {
    const { status, headers } = await read(path, method, accepted);

    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  });
});
