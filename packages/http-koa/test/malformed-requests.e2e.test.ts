import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { answerTo, connectTo, textTo } from './raw-connection.ts';
import { errorIn } from './serve.ts';

describe('a request that Node refuses', () => {
  test.each([
    ['is no HTTP', 'make me a sandwich\r\n\r\n'],
    ['has an unknown method', 'ERASE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['has raw UTF-8 in its path', 'DELETE /api/admin/strategies/größe HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['has a space in its path', 'DELETE /api/admin/strategies/a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['has a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n'],
  ])('because it %s is a 400', async (_why, text) => {
    const connection = await connectTo();

    connection.client.write(text);
    const answer = await answerTo(connection);

    expect(errorIn(answer)).toMatchObject({
      status: 400,
      name: 'BadDataError',
      message: 'the request: expected well-formed HTTP/1.1.',
    });
    expect(answer.headers.connection).toBe('close');
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
  });

  test.each([
    ['its header is too long is a 431', '/', 20_000, 431, 'HeaderTooLarge'],
    ['its target is too long is a 414', `/${'x'.repeat(20_000)}`, 1, 414, 'UriTooLong'],
  ])('because %s', async (_why, target, headerLength, status, name) => {
    const connection = await connectTo();

    const large = `X-Large: ${'x'.repeat(headerLength)}`;
    connection.client.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${large}\r\n\r\n`);

    expect(errorIn(await answerTo(connection))).toMatchObject({ status, name });
  });

  test('because it asks for a tunnel is a 400', async () => {
    const connection = await connectTo();

    connection.client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');

    expect(errorIn(await answerTo(connection))).toMatchObject({
      status: 400,
      message: 'the method: expected another than CONNECT.',
    });
  });

  test('because it asks for a tunnel breaks nothing when its client is gone', async () => {
    const { client, served } = await connectTo();

    client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    await once(client, 'data');
    client.resetAndDestroy();
    await new Promise((resolve) => served.once('close', resolve));

    expect(served.destroyed).toBe(true);
  });

  test('gets the headers that every answer has', async () => {
    const connection = await connectTo({}, undefined, { 'Cache-Control': 'no-store' });

    connection.client.write('make me a sandwich\r\n\r\n');

    expect((await answerTo(connection)).headers['cache-control']).toBe('no-store');
  });

  test('because it does not come to its end is a 408', async () => {
    const timeouts = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
    const connection = await connectTo(timeouts);

    connection.client.write('GET / HTTP/1.1\r\nHost: x\r\n');

    expect(errorIn(await answerTo(connection))).toMatchObject({
      status: 408,
      name: 'RequestTimeout',
    });
  });

  test('leaves the answer before it alone', async () => {
    const connection = await connectTo();
    connection.client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [first] = await once(connection.client, 'data');

    connection.client.write('GET /ü HTTP/1.1\r\nHost: x\r\n\r\n');

    expect(String(first)).toMatch(/^HTTP\/1\.1 200 OK.*fine$/s);
    expect(errorIn(await answerTo(connection))).toMatchObject({ status: 400 });
  });

  test('waits for the answers to what came before it, and is answered once', async () => {
    const waiting: (() => void)[] = [];
    const connection = await connectTo({}, (_request, response) => {
      waiting.push(() => response.end('deleted'));
    });
    const text = textTo(connection);

    connection.client.write('DELETE /a HTTP/1.1\r\nHost: x\r\n\r\nmake me');
    await expect.poll(() => waiting.length).toBe(1);
    connection.client.write('a sandwich\r\n\r\n');
    connection.client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    waiting[0]?.();

    expect((await text).match(/HTTP\/1\.1 \d+|deleted/g)).toEqual([
      'HTTP/1.1 200',
      'deleted',
      'HTTP/1.1 400',
    ]);
  });

  test.each([
    ['broken', 'nothing of the kind\r\n', 'HTTP/1.1 400 Bad Request'],
    ['too slow', '', 'HTTP/1.1 408 Request Timeout'],
  ])('because its body is %s gets one answer, though the app waits', async (_how, body, status) => {
    const timeouts = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 10 };
    const connection = await connectTo(timeouts, (request, response) => {
      request.resume().on('end', () => response.end('fine'));
    });

    connection.client.write(
      `PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
    );

    expect((await textTo(connection)).match(/^HTTP.*$/gm)).toEqual([status]);
  });

  test('because of a body that nobody reads keeps the answer that it got', async () => {
    const connection = await connectTo();

    connection.client.write('GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno');

    expect((await textTo(connection)).match(/^HTTP.*$/gm)).toEqual(['HTTP/1.1 200 OK']);
  });

  test('does not keep the connection, though the client keeps its side of it', async () => {
    const { client, served } = await connectTo();

    client.write('make me a sandwich\r\n\r\n');
    await once(served, 'close');

    expect(client.writable).toBe(true);
  });

  test('from a client that is gone breaks nothing', async () => {
    const { client, served } = await connectTo();

    client.write('GET / HTTP/1.1\r\n');
    client.resetAndDestroy();
    const [error] = await once(served, 'error');

    expect(error).toMatchObject({ code: 'ECONNRESET' });
    expect(served.bytesWritten).toBe(0);
  });
});
