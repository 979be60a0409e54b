import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { responseTo, serveRaw, textTo } from './serve-raw.ts';

const fine: RequestListener = (_request, response) => void response.end('fine');
const SHORT = { headerTimeoutMs: 20, requestTimeoutMs: 20 };

describe('a request that Node refuses', () => {
  test.each([
    ['is not HTTP', 'make me a sandwich\r\n\r\n'],
    ['has an unknown method', 'ERASE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['has raw UTF-8 in its path', 'DELETE /api/admin/strategies/größe HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['has a space in its path', 'DELETE /api/admin/strategies/a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['has a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n'],
  ])('because it %s gets a 400', async (_why, text) => {
    const { client } = await serveRaw(fine);

    client.write(text);
    const response = await responseTo(client);

    expect(response).toMatchObject({
      status: 400,
      json: { name: 'BadDataError', message: 'the request: expected well-formed HTTP/1.1.' },
      headers: {
        connection: 'close',
        'content-length': String(Buffer.byteLength(response.body)),
        'cache-control': 'no-store',
      },
    });
  });

  test.each([
    ['because of a long header gets a 431', '/', 40_000, 431, 'HeaderTooLarge'],
    ['because of a long target gets a 414', `/${'x'.repeat(40_000)}`, 1, 414, 'UriTooLong'],
  ])('because %s', async (_why, target, headerLength, status, name) => {
    const { client } = await serveRaw(fine);

    const long = `X-Long: ${'x'.repeat(headerLength)}`;
    client.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${long}\r\n\r\n`);

    expect(await responseTo(client)).toMatchObject({ status, json: { name } });
  });

  test('because it asks for a tunnel gets a 400', async () => {
    const { client } = await serveRaw(fine);

    client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');

    expect(await responseTo(client)).toMatchObject({
      status: 400,
      json: { message: 'the method: expected another than CONNECT.' },
    });
  });

  test('because it asks for a tunnel does no harm when its client has disconnected', async () => {
    const { client, served } = await serveRaw(fine);

    client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    await once(client, 'data');
    client.resetAndDestroy();
    await new Promise((resolve) => served.once('close', resolve));

    expect(served.destroyed).toBe(true);
  });

  test('because it is incomplete gets a 408', async () => {
    const { client } = await serveRaw(fine, SHORT);

    client.write('GET / HTTP/1.1\r\nHost: x\r\n');

    expect(await responseTo(client)).toMatchObject({
      status: 408,
      json: { name: 'RequestTimeout' },
    });
  });

  test('does not affect the response before it', async () => {
    const { client } = await serveRaw(fine);
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [first] = await once(client, 'data');

    client.write('GET /ü HTTP/1.1\r\nHost: x\r\n\r\n');

    expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK.*fine$/s);
    expect(await responseTo(client)).toMatchObject({ status: 400 });
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

    expect((await text).match(/HTTP\/1\.1 \d+|deleted/g)).toEqual([
      'HTTP/1.1 200',
      'deleted',
      'HTTP/1.1 200',
      'deleted',
      'HTTP/1.1 400',
    ]);
  });

  test.each([
    ['broken', 'not a chunk\r\n', 'HTTP/1.1 400 Bad Request'],
    ['too slow', '', 'HTTP/1.1 408 Request Timeout'],
  ])(
    'because its body is %s gets one response even if the app waits',
    async (_how, body, status) => {
      const { client } = await serveRaw((request, response) => {
        request.resume().on('end', () => response.end('fine'));
      }, SHORT);

      client.write(`PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);

      expect((await textTo(client)).match(/^HTTP.*$/gm)).toEqual([status]);
    },
  );

  test('because of a body that the app does not read gets the response of the app', async () => {
    const { client } = await serveRaw(fine);

    client.write('GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno');

    expect((await textTo(client)).match(/^HTTP.*$/gm)).toEqual(['HTTP/1.1 200 OK']);
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

describe('a request that proxies and servers read differently gets a 400', () => {
  test.each([
    ['HTTP/0.9', 'GET /\r\n\r\n', 'the HTTP version: expected 1.1 or 1.0.'],
    ['HTTP/2.0', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', 'the HTTP version: expected 1.1 or 1.0.'],
    [
      'two Host headers',
      'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n',
      'the header "Host": expected only one.',
    ],
    [
      'two Host headers in HTTP/1.0',
      'GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n',
      'the header "Host": expected only one.',
    ],
    [
      'HTTP/1.0 with chunked encoding',
      'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'the header "Transfer-Encoding": expected none in HTTP/1.0.',
    ],
  ])('%s', async (_what, text, message) => {
    let served = 0;
    const { client, reports } = await serveRaw(() => void (served += 1));

    client.write(text);

    expect(await responseTo(client)).toMatchObject({
      status: 400,
      headers: { connection: 'close' },
      json: { name: 'BadDataError', message },
    });
    expect({ served, reports: reports.length }).toEqual({ served: 0, reports: 1 });
  });

  test('HTTP/1.0 without a Host header is served', async () => {
    const { client } = await serveRaw(fine);

    client.write('GET / HTTP/1.0\r\n\r\n');

    expect(await textTo(client)).toMatch(/^HTTP\/1\.1 200 OK.*fine$/s);
  });
});
