import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../src/http/server/refusal.ts';
import { SERVER_LIMITS } from '../../src/http/server/service-server.ts';
import { responseTo, serveRaw, textTo } from './serve-raw.ts';

const fine: RequestListener = (_request, response) => void response.end('fine');
const fineOnceRead: RequestListener = (request, response) =>
  void request.resume().once('end', () => fine(request, response));
/** A busy machine still hands a request over in time. */
const SHORT = { headerTimeoutMs: 200, requestTimeoutMs: 200 };

const { maxTargetBytes, maxHeaderBytes, maxSmallChunks } = SERVER_LIMITS;
const CHUNKED = 'Host: x\r\nTransfer-Encoding: Chunked';
const SMALL_CHUNKS = '1\r\nx\r\n'.repeat(maxSmallChunks);
const LARGE_CHUNKS = `20\r\n${'x'.repeat(32)}\r\n`.repeat(30_000);
const target = (bytes: number): string => `/${'x'.repeat(bytes - 1)}`;
const ask = (path: string, header = 'Host: x'): string =>
  `GET ${path} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`;
const MALFORMED = 'the request: expected well-formed HTTP/1.1.';
const VERSION = 'the HTTP version: expected 1.1 or 1.0.';
const ANY: unknown = expect.any(String);
const HOST = 'the header "Host": expected only one.';

describe('a request that is refused in the shape of every error', () => {
  test.each([
    ['is not HTTP', 'make me a sandwich\r\n\r\n', 400, MALFORMED],
    ['has an unknown method', 'ERASE / HTTP/1.1\r\nHost: x\r\n\r\n', 400, MALFORMED],
    ['has raw UTF-8 in its path', ask('/api/admin/strategies/größe'), 400, MALFORMED],
    ['has a space in its path', ask('/api/admin/strategies/a b'), 400, MALFORMED],
    ['has a broken header', ask('/', 'Host: x\r\nno header'), 400, MALFORMED],
    ['has no host', ask('/', 'Accept: */*'), 400, 'the header "Host": expected one.'],
    ['has two hosts', ask('/', 'Host: x\r\nhost: y'), 400, HOST],
    ['has two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n', 400, HOST],
    ['is HTTP/0.9', 'GET /\r\n\r\n', 400, VERSION],
    ['is HTTP/2.0', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', 400, VERSION],
    [
      'has an unknown transfer encoding',
      ask('/', 'Host: x\r\nTransfer-Encoding: xchunked'),
      400,
      'the header "Transfer-Encoding": expected "chunked", or none.',
    ],
    [
      'is HTTP/1.0 with chunked encoding',
      'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'the header "Transfer-Encoding": expected none in HTTP/1.0.',
    ],
    [
      'asks for a tunnel',
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
      400,
      'the method: expected another than CONNECT.',
    ],
    ['has a long target', ask(target(maxTargetBytes + 1)), 414, ANY],
    ['has a much longer target', ask(target(10 * maxHeaderBytes)), 414, ANY],
    ['has thousands of parameters', ask(`/?${'feature=a&'.repeat(5_000)}`), 414, ANY],
    ['has a long header', ask('/', `Host: x\r\nX: ${'x'.repeat(maxHeaderBytes)}`), 431, ANY],
    ['has thousands of fields', ask('/', `Host: x${'\r\na: b'.repeat(20_000)}`), 431, ANY],
    ['is incomplete', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, ANY],
    ['says nothing', '', 408, ANY],
    [
      'has too many small chunks',
      `PUT / HTTP/1.1\r\n${CHUNKED}\r\n\r\n${SMALL_CHUNKS.repeat(2)}0\r\n\r\n${ask('/')}`,
      400,
      'the body: expected at most 1024 chunks that average below 32 bytes.',
    ],
    ['stays in its body', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc', 408, ANY],
  ])('because it %s', async (_why, text, status, message) => {
    let served = 0;
    const limits = status === 408 ? SHORT : {};
    const { client, reports } = await serveRaw((request) => {
      served += 1;
      request.resume();
    }, limits);

    client.write(text);
    const response = await responseTo(client);

    const name = { 400: 'BadDataError', 408: 'RequestTimeout', 414: 'UriTooLong' }[status];
    expect(response).toMatchObject({
      status,
      json: { id: reports[0]?.id, name: name ?? 'HeaderTooLarge', message },
      headers: {
        connection: 'close',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(response.body)),
        'x-request-id': reports[0]?.requestId,
      },
    });
    expect(reports[0]?.requestId).toMatch(/^[\da-f-]{36}$/);
    for (const [field, value] of Object.entries(SECURITY_HEADERS)) {
      expect(response.headers[field.toLowerCase()]).toBe(value);
    }
    expect(reports.map((report) => report.status)).toEqual([status]);
    expect(served).toBe(text.startsWith('PUT') ? 1 : 0);
  });

  test.each([
    ['the longest target', ask(target(maxTargetBytes))],
    ['the longest header', ask('/', `Host: x\r\nX: ${'x'.repeat(maxHeaderBytes - 100)}`)],
    ['many chunks', `${ask('/', CHUNKED)}${SMALL_CHUNKS}${LARGE_CHUNKS}0\r\n\r\n`],
    ['an unknown expectation', ask('/', 'Host: x\r\nExpect: wonders')],
    ['HTTP/1.0 without a host', 'GET / HTTP/1.0\r\n\r\n'],
    ['an upgrade, which is ignored', ask('/', 'Host: x\r\nUpgrade: h2c')],
  ])('is not one with %s', async (_what, text) => {
    const { client, reports } = await serveRaw(fineOnceRead);

    client.write(text);

    expect(await textTo(client)).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close.*fine$/s);
    expect(reports).toEqual([]);
  });

  test.each([
    ['the client', ask(target(maxTargetBytes + 1), 'Host: x\r\nX-Request-Id: job-7'), {}],
    ['the app', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc', SHORT],
  ])('keeps the id that %s gave it', async (_who, text, limits) => {
    const { client, reports } = await serveRaw((request, response) => {
      response.setHeader('X-Request-Id', 'job-7');
      request.resume();
    }, limits);

    client.write(text);

    expect((await responseTo(client)).headers['x-request-id']).toBe('job-7');
    expect(reports[0]?.requestId).toBe('job-7');
  });

  test('has every header field for the app otherwise', async () => {
    const seen: unknown[] = [];
    const { client } = await serveRaw(({ headers }, response) => {
      seen.push(headers['if-match']);
      response.end();
    });

    client.write(ask('/', `Host: x${'\r\na: b'.repeat(3_000)}\r\nIf-Match: "v"`));
    await textTo(client);

    expect(seen).toEqual(['"v"']);
  });

  test('because it asks for a tunnel does no harm when its client has disconnected', async () => {
    const { client, served } = await serveRaw(fine);
    const closed = new Promise((resolve) => served.once('close', resolve));

    client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    await once(client, 'data');
    client.resetAndDestroy();
    await closed;

    expect(served.destroyed).toBe(true);
  });

  test('gets one response, after those of earlier requests', async () => {
    const waiting: (() => void)[] = [];
    const { client } = await serveRaw((_request, response) => {
      waiting.push(() => response.end('deleted'));
    });
    const text = textTo(client);

    client.write(`${'DELETE /a HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2)}make me`);
    await expect.poll(() => waiting.length).toBe(1);
    client.write('a sandwich\r\n\r\n');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    waiting[0]?.();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.();

    const received = (await text).match(/ \d{3} |deleted/g)?.map((each) => each.trim());
    expect(received).toEqual(['200', 'deleted', '200', 'deleted', '400']);
  });

  test('ends the connection even if the client keeps its side open', async () => {
    const { client, served } = await serveRaw(fine);

    client.write('make me a sandwich\r\n\r\n');
    await once(served, 'close');

    expect(client.writable).toBe(true);
  });

  test('from a disconnected client does no harm', async () => {
    const { client, served } = await serveRaw(fine);

    client.write('GET / HTTP/1.1\r\n');
    client.resetAndDestroy();
    const [error] = await once(served, 'error');

    expect(error).toMatchObject({ code: 'ECONNRESET' });
    expect(served.bytesWritten).toBe(0);
  });
});

test.each([
  [
    'a body that the app does not read',
    'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno',
    'fine',
    200,
  ],
  [
    'what follows too many small chunks',
    `PUT / HTTP/1.1\r\n${CHUNKED}\r\n\r\n${SMALL_CHUNKS.repeat(2)}0\r\n\r\n${ask('/')}`,
    'fine',
    200,
  ],
  [
    'a request behind a refused one',
    `GET ${target(maxTargetBytes + 1)} HTTP/1.1\r\nHost: x\r\n\r\n${ask('/')}`,
    '"id"',
    414,
  ],
])('%s gets no response of its own', async (_what, text, body, status) => {
  let served = 0;
  const { client } = await serveRaw((request, response) => {
    served += 1;
    fine(request, response);
  });

  client.write(text);
  const received = await textTo(client);

  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  expect(received).toContain(body);
  expect(served).toBe(status === 200 ? 1 : 0);
});
