import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../src/errors/error-table.ts';
import { ADMIN, createAdminWorld, POWERLESS, UNLUCKY } from './admin-world.ts';
import { errorIn, json, listenerOf, recorder, recordReads, serve, serveAdmin } from './serve.ts';

const PROJECTS = '/api/admin/projects';
const shop = { id: 'shop', name: 'Shop' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

/** What a host does to a request before it gets to the API. */
type Host = (incoming: IncomingMessage) => Promise<void>;

/** Serves all use cases behind a host, and records what happened. */
async function serveBehind(host: Host = async () => {}) {
  const { everything } = await createAdminWorld();
  const { reports, reportError } = recorder();
  /** For each request with a response, whether any of its body was read. */
  const isRead: boolean[] = [];
  const listener = listenerOf(everything, { reportError });
  const served = await serve(
    recordReads(isRead, (incoming, outgoing) => {
      void host(incoming).then(() => listener(incoming, outgoing));
    }),
  );
  const typed = { Authorization: ADMIN, 'Content-Type': 'application/json' };
  /** Begins a request with a body, which the test continues. */
  const post = (headers: Readonly<Record<string, string>>) =>
    served.begin('POST', PROJECTS, { ...typed, ...headers });
  return { ...served, post, reports, isRead };
}

/** A host's parser that stores the body in `request.body`, as that of Express does. */
const parsing =
  (parsed: unknown): Host =>
  async (incoming) => {
    incoming.resume();
    await once(incoming, 'end');
    Object.assign(incoming, { body: parsed });
  };

describe('the type of a body', () => {
  test.each([
    ['application/json', 201],
    ['application/json; charset=UTF-8', 201],
    ['Application/JSON;charset="utf-8"', 201],
    ['application/json; charset=utf8', 201],
    ['application/json; profile=x', 201],
    ['application/merge-patch+json', 415],
    ['application/vnd.api+json', 415],
    ['application/jsonl', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=latin1', 415],
    ['text/json', 415],
    ['text/plain', 415],
    ['*/*', 415],
    ['json', 415],
    ['', 415],
  ])('%j is responded with %d', async (type, status) => {
    const { ask } = await serveAdmin({ isWhole: true });

    const { status: responded, body } = await ask(
      'POST',
      PROJECTS,
      json(shop, { 'Content-Type': type }),
    );

    expect(responded).toBe(status);
    expect(JSON.parse(body)).toMatchObject(
      status === 201 ? shop : { name: 'UnsupportedMediaType' },
    );
  });

  test('accepts only the coding identity', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const coded = (coding: string) => json(shop, { 'Content-Encoding': coding });

    expect((await ask('POST', PROJECTS, coded('Identity'))).status).toBe(201);
    expect((await ask('POST', PROJECTS, coded('gzip'))).status).toBe(415);
    expect((await ask('POST', PROJECTS, coded('identity, br'))).status).toBe(415);
  });
});

describe('a chunked body', () => {
  test('differs: accepts JSON bodies of up to 1 MB', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const padded = (length: number) => ({
      ...json(shop, CHUNKED),
      body: JSON.stringify(shop).padEnd(length),
    });

    expect((await ask('POST', PROJECTS, padded(MAX_BODY_BYTES))).status).toBe(201);
    const response = await ask('POST', PROJECTS, padded(MAX_BODY_BYTES + 1));
    expect(errorIn(response)).toMatchObject({ status: 413, name: 'PayloadTooLarge' });
    expect(response.headers.connection).toBe('close');
  });

  test('that never ends gets a response as soon as it is too long', async () => {
    const { post, reports } = await serveBehind();
    const sent = post(CHUNKED);
    sent.write(Buffer.alloc(MAX_BODY_BYTES + 1, ' '));

    const [response] = await once(sent, 'response');
    sent.destroy();

    expect(response.statusCode).toBe(413);
    expect(reports.map(({ error }) => error.type)).toEqual(['BodyTooLarge']);
  });
});

test.each([
  ['with a Content-Length', { 'Content-Length': '100' }, false],
  ['in chunks', CHUNKED, false],
  ['that ends before it is read', { 'Content-Length': '100' }, true],
])('a truncated body is no bug: %s', async (_how, headers, isLate) => {
  const arrived = Promise.withResolvers<void>();
  const { post, reports, isRead } = await serveBehind(async (incoming) => {
    const gone = new Promise((resolve) => incoming.once('close', resolve));
    arrived.resolve();
    if (isLate) await gone;
  });
  const sent = post(headers);
  sent.write('{"id":');
  await arrived.promise;

  sent.destroy();

  await expect.poll(() => isRead).toHaveLength(1);
  expect(isLate || isRead[0]).toBe(true);
  expect(reports).toMatchObject([{ status: 400, error: { type: 'BadData' } }]);
});

describe("a body that the host's own parser has read", () => {
  test('is used as it is, and may have been compressed', async () => {
    const { ask } = await serveBehind(parsing({ id: 'office', name: 'Office' }));

    const response = await ask('POST', PROJECTS, json(shop, { 'Content-Encoding': 'gzip' }));

    expect(response.status).toBe(201);
    expect(JSON.parse(response.body)).toEqual({ id: 'office', name: 'Office' });
  });

  test.each([[{}], [null], ['{"id":"shop","name":"Shop"}'], [[shop]], [7]])(
    'is checked like any other: %j',
    async (parsed) => {
      const { ask } = await serveBehind(parsing(parsed));

      expect(errorIn(await ask('POST', PROJECTS, json(shop)))).toMatchObject({ status: 400 });
    },
  );

  test('is a 413 beyond the same limit', async () => {
    const { ask } = await serveBehind(parsing({ ...shop, unknown: 'x'.repeat(MAX_BODY_BYTES) }));

    expect(errorIn(await ask('POST', PROJECTS, json(shop)))).toMatchObject({ status: 413 });
  });

  test('is refused from a form, which any page can send', async () => {
    const { ask } = await serveBehind(parsing(shop));

    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const response = await ask('POST', PROJECTS, json(shop, { 'Content-Type': type }));

      expect(errorIn(response)).toMatchObject({ status: 415 });
    }
  });

  test.each([[{}], [undefined]])(
    'is a 400 if it is empty, whatever it stored: %j',
    async (parsed) => {
      const { ask, reports } = await serveBehind(parsing(parsed));

      const response = await ask('POST', PROJECTS, { ...json(shop), body: '' });

      expect(errorIn(response)).toMatchObject({ status: 400 });
      expect(reports).toMatchObject([{ error: { type: 'BadData' } }]);
    },
  );

  test('that it did not store is a bug of the host', async () => {
    const { ask, reports } = await serveBehind(parsing(undefined));

    expect(errorIn(await ask('POST', PROJECTS, json(shop)))).toMatchObject({ status: 500 });
    expect(reports).toMatchObject([{ error: { type: 'InternalError' } }]);
  });
});

describe('a body that is missing', () => {
  test("is a 400 without Content-Length, and when the host's parser invents one", async () => {
    const { post, reports } = await serveBehind(async (incoming) => {
      Object.assign(incoming, { body: shop });
    });
    const sent = post({});
    // By default Node's client would send Content-Length: 0.
    sent.removeHeader('Content-Length');
    sent.removeHeader('Transfer-Encoding');
    sent.end();

    const [response] = await once(sent, 'response');
    sent.destroy();

    expect(response.statusCode).toBe(400);
    const problems = [{ path: '', expected: 'JSON, and there is none' }];
    expect(reports).toMatchObject([{ error: { type: 'BadData', problems } }]);
  });
});

describe('issue 10, finding 2: a body', () => {
  const broken = (key: string) => ({ ...json(shop, { Authorization: key }), body: '{' });

  test('differs: checks the key before it reads a body', async () => {
    const { ask, isRead } = await serveBehind();

    const statuses: number[] = [];
    for (const key of ['invalid', UNLUCKY, POWERLESS, ADMIN]) {
      statuses.push((await ask('POST', PROJECTS, broken(key))).status);
    }

    expect(statuses).toEqual([401, 503, 403, 400]);
    expect(isRead).toEqual([false, false, false, true]);
  });

  test('costs one admission, and a request without one costs none', async () => {
    const asked: string[] = [];
    const { everything } = await createAdminWorld();
    const { ask } = await serveAdmin({
      isWhole: true,
      strategies: ['byCountry'],
      useCases: {
        admit: (query) => {
          asked.push('admit');
          return everything.admit(query);
        },
      },
    });

    await ask('GET', '/api/admin/strategies/byCountry');
    await ask('POST', '/api/admin/strategies/byCountry/deprecate', broken(ADMIN));
    await ask('DELETE', '/api/admin/strategies/byCountry', broken(ADMIN));
    expect(asked).toEqual([]);
    await ask('POST', PROJECTS, json(shop));
    expect(asked).toEqual(['admit']);
  });
});
