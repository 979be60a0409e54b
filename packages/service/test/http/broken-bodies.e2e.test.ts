import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { connectTo } from './raw-connection.ts';
import { responseTo, serveRaw, textTo } from './serve-raw.ts';
import { makeKey } from './served-app.ts';
import { serveHere } from './with-stores.ts';

const BEGUN = 'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n';
const statusesIn = (text: string) => text.match(/^HTTP.*$/gm);

describe('a body refused before the app reads it', () => {
  /** An app that waits for `goOn`, reads the body, and responds. */
  function reading(read: (request: IncomingMessage) => Promise<unknown> = textOf) {
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    const requests: IncomingMessage[] = [];
    const app: RequestListener = (request, response) => {
      requests.push(request);
      void promise
        .then(() => read(request))
        .then(
          () => response.end('fine'),
          () => {},
        );
    };
    return { app, goOn, requests };
  }

  test.each([
    ['resumes it', (request: IncomingMessage) => once(request.resume(), 'end')],
    [
      'listens to it',
      (request: IncomingMessage) =>
        once(
          request.on('data', () => {}),
          'end',
        ),
    ],
    ['iterates over it', textOf],
  ])('gets a 400 as soon as the app %s', async (_how, read) => {
    const { app, goOn } = reading(read);
    const connection = await serveRaw(app);
    connection.server.once('clientError', () => goOn());

    connection.client.write(`${BEGUN}no`);

    expect(statusesIn(await textTo(connection.client))).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(connection.reports.map(({ status }) => status)).toEqual([400]);
  });

  test('gets its response after those of earlier requests', async () => {
    const { app, goOn } = reading();
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
    const connection = await serveRaw((request, response) => {
      if (request.method === 'PUT') app(request, response);
      else void isDone.then(() => response.end('deleted'));
    });
    connection.server.once('clientError', () => goOn());
    const text = textTo(connection.client);

    connection.client.write(`DELETE /a HTTP/1.1\r\nHost: x\r\n\r\n${BEGUN}no`);
    await once(connection.server, 'clientError');
    done();

    expect((await text).match(/HTTP\/1\.1 \d+|deleted/g)).toEqual([
      'HTTP/1.1 200',
      'deleted',
      'HTTP/1.1 400',
    ]);
  });

  test('after the request timeout is served if it has arrived', async () => {
    const { app, goOn, requests } = reading();
    const connection = await serveRaw(app);

    connection.client.write(BEGUN);
    await expect.poll(() => requests.length).toBe(1);
    // Node emits this when the request timeout passes.
    const tooSlow = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    connection.server.emit('clientError', tooSlow, connection.served);
    connection.client.write('0\r\n\r\n');
    await expect.poll(() => requests[0]?.complete).toBe(true);
    goOn();

    expect(statusesIn(await textTo(connection.client))).toEqual(['HTTP/1.1 200 OK']);
    expect(connection.reports).toEqual([]);
  });

  test('from a disconnected client is not reported', async () => {
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const { app, goOn } = reading((request) => textOf(request).finally(read));
    const { client, served, server, reports } = await serveRaw(app);

    client.write(`${BEGUN}no`);
    await once(server, 'clientError');
    client.resetAndDestroy();
    await new Promise((resolve) => served.once('close', resolve));
    goOn();
    await isRead;

    expect(reports).toEqual([]);
  });
});

test.each([
  ['secret of admin', 400, 'BadDataError', 'the request: expected well-formed HTTP/1.1.'],
  ['unknown', 401, 'AuthenticationRequired', expect.any(String)],
])('in the service, one that is broken at once gets with the key "%s" a %d', async (key, ...is) => {
  const served = await serveHere();
  await makeKey(served.store, 'admin');
  const { socket } = await connectTo(served);
  socket.write(
    `POST /api/admin/projects HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno`,
  );

  const [status, name, message] = is;
  const headers = { connection: 'close' };
  expect(await responseTo(socket)).toMatchObject({ status, headers, json: { name, message } });
});

test.each([
  ['Content-Length: 3000000', 'x'.repeat(3_000_000)],
  [
    'Transfer-Encoding: chunked',
    `${'10000\r\n'.concat('x'.repeat(65_536), '\r\n').repeat(40)}0\r\n\r\n`,
  ],
])('the connection stays open after a body that is too long, of %s', async (length, body) => {
  const served = await serveHere();
  const key = await makeKey(served.store, 'admin');
  const { socket, closed } = await connectTo(served);

  socket.write(
    `POST /api/admin/projects HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\nContent-Type: application/json\r\n${length}\r\n\r\n${body}`,
  );
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');

  expect((await closed).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('a body that the app does not read is dropped a piece for each turn', async () => {
  const { client, served } = await serveRaw((_request, response) => void response.end('fine'));
  const body = 'x'.repeat(2_000_000);
  const head = `PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`;
  let dropped = 0;
  let mostInOneTurn = 0;
  client.write(`${head}${body}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

  const text = textTo(client);
  while (!served.destroyed) {
    await new Promise((resolve) => setImmediate(resolve));
    mostInOneTurn = Math.max(mostInOneTurn, served.bytesRead - dropped);
    dropped = served.bytesRead;
  }

  expect((await text).match(/200 OK/g)).toHaveLength(2);
  expect(dropped).toBeGreaterThan(body.length);
  expect(mostInOneTurn).toBeLessThanOrEqual(4 * 65_536);
});
