import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { serveRaw, textTo } from './serve-raw.ts';

/** More than a connection buffers. */
const LARGE_BYTES = 64_000_000;
const LARGE = 'x'.repeat(LARGE_BYTES);

const fine: RequestListener = (_request, response) => void response.end('fine');
const large: RequestListener = (_request, response) => void response.end(LARGE);

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('a slow client is cut off', () => {
  test('when it does not read its response', async () => {
    let isClosed = false;
    const { client, reports } = await serveRaw(
      (request, response) => {
        response.on('close', () => (isClosed = true));
        large(request, response);
      },
      { responseTimeoutMs: 20 },
    );

    client.pause().write(GET);
    await expect.poll(() => isClosed).toBe(true);
    const text = await textTo(client.resume());

    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(text.length).toBeLessThan(LARGE_BYTES);
    expect(reports).toEqual([]);
  });

  test('when it does not read, and the requests behind are not served', async () => {
    const served: string[] = [];
    const closed: string[] = [];
    const { client } = await serveRaw(
      ({ url = '' }, response) => {
        served.push(url);
        response.on('close', () => closed.push(url)).end(LARGE);
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
    // A slow machine needs time for a request, too.
    const ms = 1_000;
    const limits = { headerTimeoutMs: ms, requestTimeoutMs: ms, responseTimeoutMs: ms };
    const { client, connect: another } = await serveRaw(fine, limits);

    client.write(GET);
    await once(client, 'data');
    // Three clients are cut off in the meantime.
    await Promise.all([another(), another(), another()].map((each) => textTo(each)));
    client.write(LAST);

    expect(await textTo(client)).toMatch(/^HTTP\/1\.1 200 OK.*fine$/s);
  });
});

test('limits connections: closes one too many, and accepts another when one ends', async () => {
  const { client, connect: another } = await serveRaw(() => {}, { maxConnections: 1 });

  expect(await textTo(another())).toBe('');

  client.destroy();
  await expect
    .poll(async () => {
      const next = another();
      next.write('nonsense\r\n\r\n');
      return (await textTo(next)).slice(0, 12);
    })
    .toBe('HTTP/1.1 400');
});

test.each([
  ['at most 32 requests without a key', '', false],
  ['more requests with one', 'Authorization: key\r\n', true],
])('begins %s in one turn', async (_, header, isMore) => {
  let inTurn = 0;
  const { client, server, connect } = await serveRaw((_request, response) => {
    inTurn += 1;
    response.end('fine');
  });
  const clients = [client, ...Array.from({ length: 99 }, () => connect())];
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(100);

  for (const each of clients) each.write(LAST.replace('Host: x', `${header}Host: x`));
  const counts: number[] = [];
  while (counts.reduce((sum, each) => sum + each, 0) < 100) {
    await nextTurn();
    counts.push(inTurn);
    inTurn = 0;
  }

  expect(Math.max(...counts) > 32).toBe(isMore);
});
