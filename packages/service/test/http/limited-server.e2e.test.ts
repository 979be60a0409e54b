import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { ErrorReport } from '@forewarn/http-koa';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Answer,
  createLimitedServer,
  SERVER_LIMITS,
  type ServerLimits,
} from '../../src/http/limited-server.ts';
import { SECURITY_HEADERS } from '../../src/http/security-headers.ts';

const fine: Answer = async (_request, response) => response.end('fine');
const large: Answer = async (_request, response) => response.end('x'.repeat(64_000_000));
const never: Answer = () => new Promise(() => {});

interface Served {
  readonly client: Socket;
  readonly reports: readonly ErrorReport[];
  readonly connect: () => Socket;
}

/** Serves within limits until the test ends, and connects to it. */
async function serveWithin(limits: Partial<ServerLimits> = {}, answer = fine): Promise<Served> {
  const reports: ErrorReport[] = [];
  const report = (each: ErrorReport): void => void reports.push(each);
  const server = createLimitedServer(answer, report, { ...SERVER_LIMITS, ...limits });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  const connected = (): Socket => {
    const client = connect(port, '127.0.0.1').on('error', () => {});
    clients.push(client);
    return client;
  };
  return { client: connected(), reports, connect: connected };
}

/** All that comes until the server closes the connection. */
async function textTo(client: Socket): Promise<string> {
  let text = '';
  client.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(client, 'close');
  return text;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const target = (bytes: number): string => `/${'x'.repeat(bytes - 1)}`;
const ask = (path: string, header = 'Host: x'): string =>
  `GET ${path} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`;

const { maxTargetBytes, maxHeaderBytes } = SERVER_LIMITS;

describe('a request is answered, or refused in the shape of every error', () => {
  test.each([
    ['a target as long as can be', ask(target(maxTargetBytes)), 200],
    ['a longer one', ask(target(maxTargetBytes + 1)), 414],
    ['a much longer one', ask(target(10 * maxHeaderBytes)), 414],
    ['thousands of parameters', ask(`/?${'feature=a&'.repeat(5_000)}`), 414],
    [
      'a header as long as can be',
      ask('/', `Host: x\r\nX: ${'x'.repeat(maxHeaderBytes - 100)}`),
      200,
    ],
    ['a longer one', ask('/', `Host: x\r\nX: ${'x'.repeat(maxHeaderBytes)}`), 431],
    ['thousands of fields', ask('/', `Host: x${'\r\na: b'.repeat(20_000)}`), 431],
    ['no host', ask('/', 'Accept: */*'), 400],
    ['an encoding that nobody knows', ask('/', 'Host: x\r\nTransfer-Encoding: xchunked'), 400],
    ['chunks', `${ask('/', 'Host: x\r\nTransfer-Encoding: Chunked')}0\r\n\r\n`, 200],
    ['an expectation that nobody knows', ask('/', 'Host: x\r\nExpect: wonders'), 200],
  ])('%s', async (_what, text, status) => {
    const { client, reports } = await serveWithin();

    client.write(text);
    const [head = '', body = ''] = (await textTo(client)).split('\r\n\r\n');

    expect(head.split(' ')[1]).toBe(String(status));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect(head).toContain(`\r\n${name}: ${value}`);
    }
    expect(reports.map((report) => report.status)).toEqual(status === 200 ? [] : [status]);
    if (status === 200) return;
    expect(head).toContain('\r\nContent-Type: application/json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({
      id: reports[0]?.id,
      name: expect.any(String),
      message: expect.any(String),
    });
  });

  test('no field of a header is left out, however many there are', async () => {
    const seen: unknown[] = [];
    const { client } = await serveWithin({}, async ({ headers }, response) => {
      seen.push(headers['if-match']);
      response.end();
    });

    client.write(ask('/', `Host: x${'\r\na: b'.repeat(3_000)}\r\nIf-Match: "v"`));
    await textTo(client);

    expect(seen).toEqual(['"v"']);
  });
});

test('an upgrade is not taken up, and what comes behind it is not left waiting', async () => {
  const { client } = await serveWithin();

  client.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n${GET}`);

  expect(await textTo(client)).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close.*fine$/s);
});

describe('a client that is slow is cut off', () => {
  test.each([
    ['says nothing', ''],
    ['sends part of a header', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['sends part of a body', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'],
  ])('and gets a 408 when it %s', async (_what, text) => {
    const { client } = await serveWithin(
      { headerTimeoutMs: 20, requestTimeoutMs: 20 },
      async (request) => request.resume(),
    );

    client.write(text);

    expect(await textTo(client)).toMatch(/^HTTP\/1\.1 408 .*"name":"RequestTimeout"/s);
  });

  test('when it does not take its answer', async () => {
    const { client, reports } = await serveWithin({ answerTimeoutMs: 20 }, large);

    client.pause().write(GET);
    await once(client, 'readable');
    const text = await textTo(client.resume());

    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(text.length).toBeLessThan(64_000_000);
    expect(reports).toEqual([]);
  });

  test('and the answers behind the one that it does not take are told, once each', async () => {
    const closed: string[] = [];
    const { client } = await serveWithin({ answerTimeoutMs: 20 }, (request, response) => {
      const { url = '' } = request;
      response.on('close', () => closed.push(url));
      return url === '/' ? large(request, response) : fine(request, response);
    });

    client.pause().write(`${GET}${GET.replace('/', '/second')}${GET.replace('/', '/third')}`);

    await expect
      .poll(() => closed.toSorted(), { timeout: 10_000 })
      .toEqual(['/', '/second', '/third']);
    expect(client.destroyed).toBe(false);
  });

  test('but not for an answer that waits until the one before it is made', async () => {
    const { promise: isMade, resolve: make } = Promise.withResolvers<void>();
    const answers: Readonly<Record<string, Answer>> = {
      '/': (_request, response) => isMade.then(() => response.end('first')),
      '/large': large,
    };
    const { client, connect: another } = await serveWithin(
      { answerTimeoutMs: 20 },
      (request, response) => (answers[request.url ?? ''] ?? fine)(request, response),
    );

    client.write(`${GET}${LAST.replace('/', '/second')}`);
    // Two that do not take their answers come, and are cut off, meanwhile.
    for (let i = 0; i < 2; i++) {
      const slow = another().pause();
      slow.write(GET.replace('/', '/large'));
      await once(slow, 'readable');
      await textTo(slow.resume());
    }
    make();

    expect((await textTo(client)).match(/first|fine/g)).toEqual(['first', 'fine']);
  });

  test('when it asks for nothing more', async () => {
    const { client } = await serveWithin({ keepAliveTimeoutMs: 20 });

    client.write(GET);

    expect((await textTo(client)).match(/HTTP/g)).toHaveLength(1);
  });

  test('not while its answer is being made, or between two requests', async () => {
    const limits = { headerTimeoutMs: 20, requestTimeoutMs: 20, answerTimeoutMs: 20 };
    const { client, connect: another } = await serveWithin(limits);

    client.write(GET);
    await once(client, 'data');
    // Three that are cut off come and go meanwhile.
    for (let i = 0; i < 3; i++) await textTo(another());
    client.write(LAST);

    expect(await textTo(client)).toMatch(/^HTTP\/1\.1 200 OK.*fine$/s);
  });
});

test('connections are bounded: one too many is closed, and there is room when one ends', async () => {
  const { client, connect: another } = await serveWithin({ maxConnections: 1 }, never);
  client.write(GET);
  await once(client, 'connect');

  expect(await textTo(another())).toBe('');

  client.destroy();
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const next = another();
          next.write('nonsense\r\n\r\n');
          void textTo(next).then((text) => resolve(text.slice(0, 12)));
        }),
    )
    .toBe('HTTP/1.1 400');
});

test('what comes behind a request that was refused is not done', async () => {
  let done = 0;
  const { client } = await serveWithin({}, async (_request, response) => {
    done += 1;
    return response.end('done');
  });
  client.write(
    `GET ${target(maxTargetBytes + 1)} HTTP/1.1\r\nHost: x\r\n\r\nDELETE /x HTTP/1.1\r\nHost: x\r\n\r\n`,
  );

  const text = await textTo(client);

  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 414']);
  expect(done).toBe(0);
});
