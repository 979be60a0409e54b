import { once } from 'node:events';
import { connect, constants, createServer, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ResultAsync } from 'neverthrow';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAX_BODY_BYTES } from '../src/errors/error-table.ts';
import { ADMIN, createAdminWorld, deletionsIn } from './admin-world.ts';
import { listenerOf, recordReads, serve, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';

describe('a body', () => {
  test.each([
    ['application/json', '{"broken'],
    ['application/json; charset=utf-16', '{}'],
    ['multipart/form-data', '--'],
    ['no/such; thing', '\0\u00ff'],
    ['text/plain', 'x'.repeat(2 * MAX_BODY_BYTES)],
  ])('differs: never reads the body of a DELETE: %s', async (type, body) => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });
    const headers = {
      Authorization: ADMIN,
      'Content-Type': type,
      'Content-Encoding': 'gzip',
      'Content-Length': String(Buffer.byteLength(body)),
    };

    const found = await ask('GET', `${SEARCH}?strategyId=s-1`, { headers, body });
    const deleted = await ask('DELETE', STRATEGY, { headers, body });

    expect(JSON.parse(found.body)).toMatchObject([{ id: 1 }]);
    expect(deleted.status).toBe(200);
    expect(await deletionsIn(store)).toEqual(['alice: byCountry']);
  });

  test.each([
    ['GET', SEARCH, 200],
    ['DELETE', STRATEGY, 200],
    ['DELETE', '/api/admin/strategies/nothing', 404],
    ['POST', STRATEGY, 405],
  ])('that never ends does not delay %s %s, and is not read', async (method, path, status) => {
    const { useCases } = await createAdminWorld(['byCountry']);
    const isRead: boolean[] = [];
    const listener = listenerOf(useCases, { reportError: () => {} });
    const { begin } = await serve(recordReads(isRead, listener));

    const sent = begin(method, path, { Authorization: ADMIN, 'Transfer-Encoding': 'chunked' });
    sent.write('the first of many');
    const [response] = await once(sent, 'response');
    sent.destroy();

    expect(response.statusCode).toBe(status);
    expect(isRead).toEqual([false]);
  });
});

/** Connects to the API over HTTP/2, until the test ends. */
async function connectTo(
  useCases: Parameters<typeof listenerOf>[0],
  onRequest = (_response: Http2ServerResponse, passOn: () => void) => passOn(),
) {
  const listener = listenerOf(useCases, { reportError: () => {}, timeoutMs: 60_000 });
  const server = createServer((request, response) =>
    onRequest(response, () => listener(request as never, response as never)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return client;
}

test('a body over HTTP/2 needs no header', async () => {
  const client = await connectTo((await createAdminWorld()).everything);
  const sent = client.request({
    ':method': 'POST',
    ':path': '/api/admin/projects',
    authorization: ADMIN,
    'content-type': 'application/json',
  });
  sent.end('{"id":"shop","name":"Shop"}');

  expect(JSON.parse(await text(sent))).toEqual({ id: 'shop', name: 'Shop' });
});

test.each(['while the operation runs', 'before the host passes it on'])(
  'a long operation over HTTP/2 ends when its client leaves %s',
  async (when) => {
    const { everything } = await createAdminWorld();
    const begun = Promise.withResolvers<AbortSignal | undefined>();
    const deleteProject: typeof everything.deleteProject = ({ signal }) => {
      begun.resolve(signal);
      return new ResultAsync(Promise.withResolvers<never>().promise);
    };
    const arrived = Promise.withResolvers<void>();
    const client = await connectTo({ ...everything, deleteProject }, (response, passOn) => {
      arrived.resolve();
      if (when.startsWith('before')) response.stream.once('close', passOn);
      else passOn();
    });
    const path = '/api/admin/projects/default';
    const sent = client.request({ ':method': 'DELETE', ':path': path, authorization: ADMIN });
    await (when.startsWith('before') ? arrived : begun).promise;

    sent.close(constants.NGHTTP2_CANCEL);

    const signal = await begun.promise;
    await expect.poll(() => signal?.aborted).toBe(true);
  },
);
