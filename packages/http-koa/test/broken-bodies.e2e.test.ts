import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import rawBody from 'raw-body';
import { describe, expect, test } from 'vitest';
import { answerInTime, answerMalformedRequests, type ErrorReport } from '../src/index.ts';
import { ADMIN } from './admin-world.ts';
import { answerTo, connectedTo, connectTo, textTo } from './raw-connection.ts';
import { errorIn } from './serve.ts';
import { nothing, PROJECTS, serveBehind } from './serve-behind.ts';

const BEGUN = 'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n';
/** For a machine that is busy. */
const PATIENCE = { timeout: 10_000 };
const statusesIn = (text: string) => text.match(/^HTTP.*$/gm);

describe('a body that is refused before the app reads it', () => {
  /** An app that reads only when it is told to, and answers what it has read. */
  function reading(read: (request: IncomingMessage) => Promise<unknown> = textOf) {
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    const requests: IncomingMessage[] = [];
    const answer: RequestListener = (request, response) => {
      requests.push(request);
      void promise
        .then(() => read(request))
        .then(
          () => response.end('fine'),
          () => {},
        );
    };
    return { answer, goOn, requests };
  }

  test.each([
    ['resumes it', (request: IncomingMessage) => once(request.resume(), 'end')],
    ['listens to it', (request: IncomingMessage) => rawBody(request)],
    ['iterates over it', textOf],
  ])('is a 400 as soon as the app %s', async (_how, read) => {
    const { answer, goOn } = reading(read);
    const connection = await connectTo({}, answer);
    connection.server.once('clientError', () => goOn());

    connection.client.write(`${BEGUN}no`);

    expect(statusesIn(await textTo(connection))).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(connection.reports.map(({ status }) => status)).toEqual([400]);
  });

  test('is answered after what came before it', async () => {
    const { answer, goOn } = reading();
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
    const connection = await connectTo({}, (request, response) => {
      if (request.method === 'PUT') answer(request, response);
      else void isDone.then(() => response.end('deleted'));
    });
    connection.server.once('clientError', () => goOn());
    const text = textTo(connection);

    connection.client.write(`DELETE /a HTTP/1.1\r\nHost: x\r\n\r\n${BEGUN}no`);
    await expect.poll(() => connection.reports.length, PATIENCE).toBe(1);
    done();

    expect((await text).match(/HTTP\/1\.1 \d+|deleted/g)).toEqual([
      'HTTP/1.1 200',
      'deleted',
      'HTTP/1.1 400',
    ]);
  });

  test('because it was too slow is served all the same, when it has come by then', async () => {
    const { answer, goOn, requests } = reading();
    const connection = await connectTo({}, answer);

    connection.client.write(BEGUN);
    await expect.poll(() => requests.length, PATIENCE).toBe(1);
    // What Node says when its time is over.
    const tooSlow = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    connection.server.emit('clientError', tooSlow, connection.served);
    connection.client.write('0\r\n\r\n');
    await expect.poll(() => requests[0]?.complete, PATIENCE).toBe(true);
    goOn();

    expect(statusesIn(await textTo(connection))).toEqual(['HTTP/1.1 200 OK']);
    expect(connection.reports).toEqual([]);
  });

  test('from a client that has gone by then is nothing', async () => {
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const { answer, goOn } = reading((request) => textOf(request).finally(read));
    const { client, served, server, reports } = await connectTo({}, answer);

    client.write(`${BEGUN}no`);
    await once(server, 'clientError');
    client.resetAndDestroy();
    await new Promise((resolve) => served.once('close', resolve));
    goOn();
    await isRead;

    expect(reports).toEqual([]);
  });
});

describe.each([
  ['alone', nothing],
  ['within a deadline', answerInTime(600_000, () => {})],
])('to the router %s, a body that is broken in the same packet as its header', (_where, host) => {
  const ask = async (key: string) => {
    const { server, reports } = await serveBehind(host);
    const refused: ErrorReport[] = [];
    answerMalformedRequests(server, (report) => void refused.push(report));
    const client = connectedTo(server);
    client.write(
      `POST ${PROJECTS} HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno`,
    );
    return { answer: await answerTo({ client }), refused, reports };
  };

  test('is a 400 at once', async () => {
    const { answer, refused } = await ask(ADMIN);

    const message = 'the request: expected well-formed HTTP/1.1.';
    expect(errorIn(answer)).toMatchObject({ status: 400, name: 'BadDataError', message });
    expect(answer.headers.connection).toBe('close');
    expect(refused.map(({ status }) => status)).toEqual([400]);
  });

  test('of a stranger is the 401 of any other', async () => {
    const { answer, refused, reports } = await ask('nobody');

    expect(errorIn(answer)).toMatchObject({ status: 401, name: 'AuthenticationRequired' });
    expect(answer.headers.connection).toBe('close');
    expect(refused).toEqual([]);
    expect(reports.map(({ status }) => status)).toEqual([401]);
  });
});
