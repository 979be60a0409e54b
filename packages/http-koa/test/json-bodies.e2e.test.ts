import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { MAX_BODY_BYTES } from '../src/errors/error-table.ts';
import { ADMIN, createAdminWorld, POWERLESS, UNLUCKY } from './admin-world.ts';
import { errorIn, json, serveAdmin } from './serve.ts';
import { nothing, parsing, PROJECTS, serveBehind } from './serve-behind.ts';

const shop = { id: 'shop', name: 'Shop' };

describe('the type of a body', () => {
  test.each([
    'application/json',
    'application/json; charset=UTF-8',
    'Application/JSON;charset="utf-8"',
    'application/json; charset=utf8',
    'application/json; profile=x',
  ])('can be %s', async (type) => {
    const { ask } = await serveAdmin({ isWhole: true });

    expect((await ask('POST', PROJECTS, json(shop, { 'Content-Type': type }))).status).toBe(201);
  });

  test.each([
    'application/merge-patch+json',
    'application/vnd.api+json',
    'application/jsonl',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'text/json',
    'text/plain',
    '*/*',
    'json',
    '',
  ])("can't be %j: 415", async (type) => {
    const { ask } = await serveAdmin({ isWhole: true });

    const response = await ask('POST', PROJECTS, json(shop, { 'Content-Type': type }));

    expect(errorIn(response)).toMatchObject({ status: 415, name: 'UnsupportedMediaType' });
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
  const CHUNKED = { 'Transfer-Encoding': 'chunked' };

  test('is read like any other', async () => {
    const { ask } = await serveAdmin({ isWhole: true });

    expect((await ask('POST', PROJECTS, json(shop, CHUNKED))).status).toBe(201);
  });

  test('can be as long as the limit, not longer', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const padded = (length: number) => {
      const text = JSON.stringify(shop);
      return { ...json(shop, CHUNKED), body: text + ' '.repeat(length - text.length) };
    };

    expect((await ask('POST', PROJECTS, padded(MAX_BODY_BYTES))).status).toBe(201);
    const response = await ask('POST', PROJECTS, padded(MAX_BODY_BYTES + 1));
    expect(errorIn(response)).toMatchObject({ status: 413, name: 'PayloadTooLarge' });
    expect(response.headers.connection).toBe('close');
  });

  test('that never ends gets a response as soon as it is too long', async () => {
    const { post, emitted } = await serveBehind(nothing);
    const sent = post(CHUNKED);
    sent.write(Buffer.alloc(MAX_BODY_BYTES + 1, ' '));

    const [response] = await once(sent, 'response');
    sent.destroy();

    expect(response.statusCode).toBe(413);
    expect(emitted).toEqual([]);
  });
});

describe('a truncated body', () => {
  test.each([
    ['with a Content-Length', { 'Content-Length': '100' }],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('is no bug: %s', async (_how, headers) => {
    const arrived = Promise.withResolvers<void>();
    const { post, reports, isRead } = await serveBehind((_ctx, next) => {
      arrived.resolve();
      return next();
    });
    const sent = post(headers);
    sent.write('{"id":');
    await arrived.promise;

    sent.destroy();

    await vi.waitFor(() => expect(isRead).toEqual([true]));
    expect(reports).toMatchObject([{ status: 400, error: { type: 'BadData' } }]);
  });

  test('that ends before it is read is no bug', async () => {
    const gone = Promise.withResolvers<void>();
    const { post, reports, isRead } = await serveBehind(async (ctx, next) => {
      ctx.req.once('close', () => gone.resolve());
      arrived.resolve();
      await gone.promise;
      await next();
    });
    const arrived = Promise.withResolvers<void>();
    const sent = post({ 'Content-Length': '100' });
    sent.write('{"id":');
    await arrived.promise;

    sent.destroy();

    await vi.waitFor(() => expect(isRead).toHaveLength(1));
    expect(reports).toMatchObject([{ status: 400, error: { type: 'BadData' } }]);
  });
});

describe("a body that the host's own parser has read", () => {
  test('is used as it is', async () => {
    const { ask } = await serveBehind(parsing({ id: 'office', name: 'Office' }));

    const response = await ask('POST', PROJECTS, json(shop));

    expect(response.status).toBe(201);
    expect(JSON.parse(response.body)).toEqual({ id: 'office', name: 'Office' });
  });

  test('may have been compressed', async () => {
    const { ask } = await serveBehind(parsing(shop));

    expect((await ask('POST', PROJECTS, json(shop, { 'Content-Encoding': 'gzip' }))).status).toBe(
      201,
    );
  });

  test.each([[{}], [null], ['{"id":"shop","name":"Shop"}'], [[shop]], [7]])(
    'is checked like any other: %j',
    async (parsed) => {
      const { ask } = await serveBehind(parsing(parsed));

      expect(errorIn(await ask('POST', PROJECTS, json(shop)))).toMatchObject({ status: 400 });
    },
  );

  test('is refused from a form, which any page can send', async () => {
    const { ask } = await serveBehind(parsing(shop));

    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const response = await ask('POST', PROJECTS, json(shop, { 'Content-Type': type }));

      expect(errorIn(response)).toMatchObject({ status: 415 });
    }
  });

  test('that it did not store is a bug of the host', async () => {
    const { ask, reports } = await serveBehind(parsing(undefined));

    const response = await ask('POST', PROJECTS, json(shop));

    expect(errorIn(response)).toMatchObject({ status: 500 });
    expect(reports).toMatchObject([{ error: { type: 'InternalError' } }]);
  });
});

describe('a body that is missing', () => {
  test('is a 400 with Content-Length: 0', async () => {
    const { ask } = await serveAdmin({ isWhole: true });

    const response = await ask('POST', PROJECTS, { ...json(shop), body: '' });

    const message = 'the body: expected JSON in UTF-8.';
    expect(errorIn(response)).toMatchObject({ status: 400, message, paths: [''] });
  });

  test("is a 400 without Content-Length, and when the host's parser invents one", async () => {
    const { post, reports } = await serveBehind((ctx, next) => {
      Object.assign(ctx.request, { body: shop });
      return next();
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
  const BROKEN = { ...json(shop), body: '{' };
  const as = (key: string, more: ReturnType<typeof json> = BROKEN) => ({
    ...more,
    headers: { ...more.headers, Authorization: key },
  });

  test('is not read before its sender is authenticated and authorized', async () => {
    const { ask, isRead } = await serveBehind(nothing);

    const responses = [
      await ask('POST', PROJECTS, as('invalid')),
      await ask('POST', PROJECTS, as(UNLUCKY)),
      await ask('POST', PROJECTS, as(POWERLESS)),
      await ask('POST', PROJECTS, as(ADMIN)),
    ];

    expect(responses.map(({ status }) => status)).toEqual([401, 503, 403, 400]);
    expect(isRead).toEqual([false, false, false, true]);
  });

  test('costs one admission, and a request without one costs none', async () => {
    const asked: string[] = [];
    const { everything } = await createAdminWorld(['byCountry']);
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

    await ask('GET', '/api/admin/strategies');
    await ask('POST', '/api/admin/strategies/byCountry/deprecate', BROKEN);
    await ask('DELETE', '/api/admin/strategies/byCountry', BROKEN);
    expect(asked).toEqual([]);
    await ask('POST', PROJECTS, json(shop));
    expect(asked).toEqual(['admit']);
  });
});

describe('a response to many problems', () => {
  test('is no longer than the request', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const path = `${PROJECTS}/default/change-requests/scheduled`;
    const changes = Array.from({ length: 9_000 }, () => 7);
    const one = { id: 1, environment: 'e', project: 'default', state: 'Scheduled' };

    const many = await ask('POST', path, json(changes));
    const deep = await ask(
      'PUT',
      `${path}/1`,
      json({ ...one, features: [{ name: 'f', changes }] }),
    );

    expect(errorIn(many).message).toBe('the body: expected at most 1000 elements.');
    expect(errorIn(deep).paths).toHaveLength(100);
    expect(errorIn(deep).message).toMatch(/ And more\.$/);
  });
});
