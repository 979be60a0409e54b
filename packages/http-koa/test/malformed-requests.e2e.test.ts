import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerMalformedRequests } from '../src/index.ts';
import { type Answer, errorIn } from './serve.ts';

/** A connection, as the client has it and as the server has it. */
interface Connection {
  readonly client: Socket;
  readonly served: Socket;
}

async function connectTo(options: ServerOptions = {}): Promise<Connection> {
  const server = createServer(options, (_request, response) => void response.end('fine'));
  answerMalformedRequests(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Half open: it is the server that has to close.
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const [served] = await once(server, 'connection');
  return { client, served };
}

/** What comes over the wire until the server ends it. */
async function answerTo({ client }: Connection): Promise<Answer> {
  let text = '';
  client.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(client, 'end');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => {
        const [name = '', value = ''] = line.split(': ');
        return [name.toLowerCase(), value];
      }),
    ),
    body,
  };
}

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

  test('because its header is too long is a 431', async () => {
    const connection = await connectTo();

    connection.client.write(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);

    expect(errorIn(await answerTo(connection))).toMatchObject({
      status: 431,
      name: 'HeaderTooLarge',
    });
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
