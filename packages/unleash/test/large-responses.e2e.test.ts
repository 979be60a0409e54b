import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { unleashApi } from '../src/unleash-api.ts';
import { fakeChangeRequest, type FakeHandler, fakeStrategy } from './fake-unleash.ts';
import { follow, type Following } from './follow.ts';

const MAX = 1_000_000;
const LIST = '/projects/shop/change-requests';
const TOO_LARGE = /MAX_RESPONSE_BYTES: GET \S+ returns more than 1000000 bytes; check UNLEASH_URL/;
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A follower that reads at most {@link MAX} bytes. */
async function followBounded(state: Parameters<typeof follow>[0] = {}): Promise<Following> {
  const following = await follow(state);
  const { url, key } = following.unleash;
  const api = unleashApi({ url, key, maxResponseBytes: MAX, firstWaitMs: 1 });
  return { ...following, sync: (options) => following.sync({ api, ...options }) };
}

/** Sends spaces until the connection is closed, and counts the bytes that it wrote. */
function endless(status = 200): { readonly handler: FakeHandler; readonly written: () => number } {
  let written = 0;
  const chunk = Buffer.alloc(16_384, ' ');
  function* spaces(): Generator<Buffer> {
    for (; ; written += chunk.length) yield chunk;
  }
  const handler: FakeHandler = (_request, response) => {
    response.writeHead(status, JSON_TYPE);
    // It fails when the connection is closed, as it must be.
    pipeline(Readable.from(spaces()), response).catch(() => {});
  };
  return { handler, written: () => written };
}

describe('a response that is larger than the maximum', () => {
  test.each([200, 404, 503])('with the status %d is not read further', async (status) => {
    const { sync, unleash, lines, coverageOf } = await followBounded();
    await sync({ now: () => 0 });
    const { handler, written } = endless(status);
    unleash.respond(LIST, handler);

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(lines).toEqual([expect.stringMatching(TOO_LARGE)]);
    expect(written()).toBeLessThan(10 * MAX);
    expect(await coverageOf('shop')).toMatchObject({ asOf: '1970-01-01T00:00:00.000Z' });
  });

  test('counts after decompression', async () => {
    const { sync, unleash, lines } = await followBounded();
    unleash.respond(LIST, (_request, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' });
      const gzip = createGzip();
      gzip.pipe(response);
      gzip.end(Buffer.alloc(100 * MAX, ' '));
    });

    expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

    expect(lines).toEqual([expect.stringMatching(TOO_LARGE)]);
  });

  test('ends the sync if it is a list of the whole Unleash', async () => {
    const { sync, unleash } = await followBounded();
    unleash.respond('/strategies', endless().handler);

    expect((await sync())._unsafeUnwrapErr()).toEqual({
      type: 'UnleashTooLarge',
      path: '/strategies',
      maxBytes: MAX,
    });
  });
});

test('a list is read in chunks of a byte', async () => {
  const { sync, unleash, idsOf } = await followBounded();
  unleash.respond(LIST, (_request, response) => {
    response.writeHead(200, JSON_TYPE);
    for (const byte of Buffer.from(JSON.stringify([fakeChangeRequest(7, { title: 'Läden' })]))) {
      response.write(Uint8Array.of(byte));
    }
    response.end();
  });

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(true);

  expect(await idsOf('shop')).toEqual([7]);
});

const emptyArrays = (count: number): readonly unknown[] => Array.from({ length: count }, () => []);

test.each([
  [
    'too long',
    'x'.repeat(1_048_576),
    /returns more than 1048576 bytes, which Forewarn can't read; look at it in Unleash; /,
  ],
  ['of too many values', emptyArrays(60_000), /returns JSON of too many values or levels/],
])('a change request by itself that is %s is left out', async (_what, payload, line) => {
  const changeRequests = [fakeChangeRequest(1), fakeChangeRequest(2)];
  const { sync, unleash, lines, idsOf, coverageOf } = await follow({ changeRequests });
  unleash.respond(`${LIST}/1`, { body: fakeChangeRequest(1, { comments: payload }) });

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(await idsOf('shop')).toEqual([2]);
  expect(await coverageOf('shop')).toEqual({ kind: 'none' });
});

test('of a list with an element that is too long, the ones before it are copied', async () => {
  const { sync, idsOf, lines, coverageOf } = await follow({
    projects: [{ id: 'shop', name: 'Shop' }],
    changeRequests: [fakeChangeRequest(1), fakeChangeRequest(2, { comments: 'x'.repeat(2e6) })],
  });

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

  expect(await idsOf('shop')).toEqual([1]);
  expect(await coverageOf('shop')).toEqual({ kind: 'none' });
  expect(lines).toEqual([expect.stringMatching(/an element is longer than 1048576 characters/)]);
});

test('many problems of a list have few lines', async () => {
  const { sync, unleash, lines } = await follow({ strategies: [fakeStrategy('default')] });
  unleash.respond(LIST, { body: Array.from({ length: 100 }, (_, id) => ({ id })) });

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toMatch(/ more problems like these/);
});

test('a list of more than 1,000 problems is not read to its end', async () => {
  const { sync, unleash, lines } = await follow({ strategies: [fakeStrategy('default')] });
  unleash.respond(LIST, { body: Array.from({ length: 50_000 }, (_, id) => ({ id })) });

  expect((await sync())._unsafeUnwrap().isCurrent).toBe(false);

  expect(lines.at(-1)).toMatch(/more than 1000 problems/);
});
