import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestResponse, ask, searchPath, strategyPath } from './ask.ts';
import { register } from './sample-data.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';

const WANTED = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Headers that reveal the server software, or that plain HTTP can't guarantee. */
const UNWANTED = ['server', 'x-powered-by', 'strict-transport-security'];

let served: ServedApp;
let key: string;

beforeAll(async () => {
  served = await serve(createMemoryStore());
  key = await makeKey(served.store, 'admin');
  await register(served.store, 'known');
});

afterAll(() => served.stop());

const name = 'known';
test.each<[what: string, status: number, response: () => Promise<TestResponse>]>([
  ['a response with a body', 200, () => ask(served, { path: strategyPath(name), key })],
  ['a response to HEAD', 200, () => ask(served, { method: 'HEAD', path: strategyPath(name), key })],
  ['OPTIONS', 204, () => ask(served, { method: 'OPTIONS', path: strategyPath(name) })],
  ['no key', 401, () => ask(served, { path: searchPath('shop') })],
  ['an unknown path', 404, () => ask(served, { path: '/favicon.ico' })],
  ['an unknown method', 405, () => ask(served, { method: 'PATCH', path: strategyPath(name), key })],
  ['health', 200, () => ask(served, { path: '/health' })],
  ['readiness', 200, () => ask(served, { path: '/ready' })],
  ['a target that is too long', 414, () => ask(served, { path: `/${'x'.repeat(20_000)}` })],
])(
  '%s has the security headers, and none that reveals the software',
  async (_what, status, response) => {
    const { headers, ...rest } = await response();

    expect(rest.status).toBe(status);
    expect(headers).toMatchObject(WANTED);
    expect(UNWANTED.filter((each) => each in headers)).toEqual([]);
  },
);

test('so has the response to malformed HTTP', async () => {
  const { hostname, port } = new URL(served.url);
  const client = connect(Number(port), hostname);
  client.write('make me a sandwich\r\n\r\n');
  const lines = (await text(client)).toLowerCase().split('\r\n');

  expect(lines[0]).toBe('http/1.1 400 bad request');
  for (const [field, value] of Object.entries(WANTED)) {
    expect(lines).toContain(`${field}: ${value.toLowerCase()}`);
  }
});
