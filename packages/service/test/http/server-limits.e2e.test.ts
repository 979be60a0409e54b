import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../src/http/server/refusal.ts';
import { SERVER_LIMITS } from '../../src/http/server/service-server.ts';
import { serveRaw, textTo } from './serve-raw.ts';

const fine: RequestListener = (_request, response) => void response.end('fine');
const large: RequestListener = (_request, response) => void response.end('x'.repeat(64_000_000));
const never: RequestListener = () => {};

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const target = (bytes: number): string => `/${'x'.repeat(bytes - 1)}`;
const ask = (path: string, header = 'Host: x'): string =>
  `GET ${path} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`;

const { maxTargetBytes, maxHeaderBytes } = SERVER_LIMITS;

describe('serves a request, or refuses it in the shape of every error', () => {
  test.each([
    ['the longest target', ask(target(maxTargetBytes)), 200],
    ['a longer one', ask(target(maxTargetBytes + 1)), 414],
    ['a much longer one', ask(target(10 * maxHeaderBytes)), 414],
    ['thousands of parameters', ask(`/?${'feature=a&'.repeat(5_000)}`), 414],
    ['the longest header', ask('/', `Host: x\r\nX: ${'x'.repeat(maxHeaderBytes - 100)}`), 200],
    ['a longer one', ask('/', `Host: x\r\nX: ${'x'.repeat(maxHeaderBytes)}`), 431],
    ['thousands of fields', ask('/', `Host: x${'\r\na: b'.repeat(20_000)}`), 431],
    ['no host', ask('/', 'Accept: */*'), 400],
    ['an unknown transfer encoding', ask('/', 'Host: x\r\nTransfer-Encoding: xchunked'), 400],
    ['chunks', `${ask('/', 'Host: x\r\nTransfer-Encoding: Chunked')}0\r\n\r\n`, 200],
    ['an unknown expectation', ask('/', 'Host: x\r\nExpect: wonders'), 200],
  ])('%s', async (_what, text, status) => {
    const { client, reports } = await serveRaw(fine);

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

  test('passes every header field to the app', async () => {
    const seen: unknown[] = [];
    const { client } = await serveRaw(({ headers }, response) => {
      seen.push(headers['if-match']);
      response.end();
    });

    client.write(ask('/', `Host: x${'\r\na: b'.repeat(3_000)}\r\nIf-Match: "v"`));
    await textTo(client);

    expect(seen).toEqual(['"v"']);
  });
});

test('ignores an upgrade, and ends the connection after the response', async () => {
  const { client } = await serveRaw(fine);

  client.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n${GET}`);

  expect(await textTo(client)).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close.*fine$/s);
});

describe('a slow client is cut off', () => {
  test.each([
    ['says nothing', ''],
    ['sends part of a header', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['sends part of a body', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'],
  ])('and gets a 408 when it %s', async (_what, text) => {
    const { client } = await serveRaw((request) => void request.resume(), {
      headerTimeoutMs: 20,
      requestTimeoutMs: 20,
    });

    client.write(text);

    expect(await textTo(client)).toMatch(/^HTTP\/1\.1 408 .*"name":"RequestTimeout"/s);
  });

  test('when it does not read its response', async () => {
    const { client, reports } = await serveRaw(large, { responseTimeoutMs: 20 });

    client.pause().write(GET);
    await once(client, 'readable');
    const text = await textTo(client.resume());

    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(text.length).toBeLessThan(64_000_000);
    expect(reports).toEqual([]);
  });

  test('when it does not read, and the requests behind are not served', async () => {
    const served: string[] = [];
    const closed: string[] = [];
    const { client } = await serveRaw(
      ({ url = '' }, response) => {
        served.push(url);
        response.on('close', () => closed.push(url)).end('x'.repeat(64_000_000));
      },
      { responseTimeoutMs: 20 },
    );

    client.pause().write(`${GET}${GET.replace('/', '/second')}`);

    await expect.poll(() => closed).toEqual(['/']);
    expect(served).toEqual(['/']);
    expect(client.destroyed).toBe(false);
  });

  test('but not while an earlier response is in progress', async () => {
    const { promise: isMade, resolve: make } = Promise.withResolvers<void>();
    const { client, connect: another } = await serveRaw(
      (request, response) => {
        if (request.url === '/large') large(request, response);
        else if (request.url === '/second') fine(request, response);
        else void isMade.then(() => response.end('first'));
      },
      { responseTimeoutMs: 20 },
    );

    client.write(`${GET}${LAST.replace('/', '/second')}`);
    // Two slow clients are cut off in the meantime.
    for (let i = 0; i < 2; i++) {
      const slow = another().pause();
      slow.write(GET.replace('/', '/large'));
      await once(slow, 'readable');
      await textTo(slow.resume());
    }
    make();

    expect((await textTo(client)).match(/first|fine/g)).toEqual(['first', 'fine']);
  });

  test('when it sends no further request', async () => {
    const { client } = await serveRaw(fine, { keepAliveTimeoutMs: 20 });

    client.write(GET);

    expect((await textTo(client)).match(/HTTP/g)).toHaveLength(1);
  });

  test('but not between two requests', async () => {
    const limits = { headerTimeoutMs: 20, requestTimeoutMs: 20, responseTimeoutMs: 20 };
    const { client, connect: another } = await serveRaw(fine, limits);

    client.write(GET);
    await once(client, 'data');
    // Three clients are cut off in the meantime.
    for (let i = 0; i < 3; i++) await textTo(another());
    client.write(LAST);

    expect(await textTo(client)).toMatch(/^HTTP\/1\.1 200 OK.*fine$/s);
  });
});

test('limits connections: closes one too many, and accepts another when one ends', async () => {
  const { client, connect: another } = await serveRaw(never, { maxConnections: 1 });
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

test('does not serve requests pipelined behind a refused one', async () => {
  let done = 0;
  const { client } = await serveRaw((_request, response) => {
    done += 1;
    response.end('done');
  });
  client.write(
    `GET ${target(maxTargetBytes + 1)} HTTP/1.1\r\nHost: x\r\n\r\nDELETE /x HTTP/1.1\r\nHost: x\r\n\r\n`,
  );

  const text = await textTo(client);

  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 414']);
  expect(done).toBe(0);
});
