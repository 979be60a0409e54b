import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchPath } from './ask.ts';
import { changeRequest, record } from './sample-data.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';

let served: ServedApp;
let key: string;

beforeAll(async () => {
  served = await serve(createMemoryStore());
  key = await makeKey(served.store, 'ci');
  const title = 'x'.repeat(50);
  for (let id = 1; id <= 100; id++) {
    await record(
      served.store,
      changeRequest(id, { all: [{ action: 'archiveFeature' }] }, { title }),
    );
  }
  await record(
    served.store,
    changeRequest(101, { one: [{ action: 'archiveFeature' }] }, { title }),
  );
});

afterAll(() => served.stop());

/** The headers and the bytes as sent. */
async function read(path: string, { method = 'GET', accepted = 'gzip' } = {}) {
  const url = new URL(path, served.url);
  const sent = request(url, {
    method,
    agent: false,
    headers: { Authorization: key, 'Accept-Encoding': accepted },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { headers: response.headers, bytes: await buffer(response) };
}

test('a long list is compressed for a client that accepts gzip', async () => {
  const path = searchPath('shop', 'feature=all');

  const plain = await read(path, { accepted: 'identity' });
  const { headers, bytes } = await read(path);

  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers.vary).toBe('Accept-Encoding');
  expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(gunzipSync(bytes)).toEqual(plain.bytes);
});

test.each([
  ['a short list', searchPath('shop', 'feature=one'), {}],
  ['the response to HEAD', searchPath('shop', 'feature=all'), { method: 'HEAD' }],
  ['the text of the metrics', '/metrics', {}],
  [
    'a response to a client that accepts other encodings',
    searchPath('shop', 'feature=all'),
    { accepted: 'br' },
  ],
])('%s is not compressed', async (_what, path, options) => {
  expect((await read(path, options)).headers['content-encoding']).toBeUndefined();
});
