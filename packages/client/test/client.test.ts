import { describe, expect, test } from 'vitest';
import {
  createClient,
  OPERATIONS,
  type OPERATIONS as Operations,
  type SearchOutcome,
} from '../src/index.ts';
import { clientOf, json, noConnection, silence } from './fake-network.ts';
import { CALLS, CHANGE_REQUEST } from './operations.ts';

const EACH = Object.entries(CALLS).map(([id, call]) => ({
  id: id as keyof typeof Operations,
  call,
}));

const shop = { feature: ['checkout'] };

describe('each operation', () => {
  test('has a method with its name', () => {
    const { client } = clientOf([() => json([])]);

    expect(Object.keys(client).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  });

  test.each(EACH)(
    '$id is sent as documented, with Prefer: handling=strict',
    async ({ id, call }) => {
      const { client, requests } = clientOf([() => json({})], {
        url: 'https://example.com/flags/',
      });

      await call(client);

      const [method, template] = OPERATIONS[id];
      const path = template
        .replace('{projectId}', 'shop')
        .replace('{id}', '7')
        .replace('{name}', 'byCountry');
      expect(requests).toHaveLength(1);
      const [sent] = requests;
      expect(`${sent?.method} ${sent?.url.origin}${sent?.url.pathname}`).toBe(
        `${method} https://example.com/flags${path}`,
      );
      expect(sent?.headers.get('Prefer')).toBe('handling=strict');
      expect(sent?.headers.get('Authorization')).toBe('a-key');
      expect(sent?.headers.get('Content-Type')).toBe(
        sent?.body === undefined ? null : 'application/json',
      );
    },
  );

  test.each(EACH)('$id is refused after a 4xx', async ({ id, call }) => {
    const error = { id: 'x', name: 'NoAccessError', message: 'You need the permission.' };
    const { client, requests } = clientOf([() => json(error, 403)]);

    const outcome = await call(client);

    expect(outcome).toEqual({
      outcome: id === 'getScheduledChangeRequests' ? 'unknown' : 'refused',
      failure: { type: 'ErrorResponse', status: 403, ...error },
    });
    expect(requests).toHaveLength(1);
  });

  test.each(EACH)('$id is unknown after an HTML page', async ({ call }) => {
    const page = () => new Response('<h1>Please log in</h1>');
    const { client } = clientOf([page]);

    expect(await call(client)).toMatchObject({
      outcome: 'unknown',
      failure: { type: 'UnreadableResponse', status: 200 },
    });
  });

  test.each(EACH)('$id is unknown after a redirect', async ({ call }) => {
    const { client } = clientOf([() => Response.redirect('https://login.example.com')]);

    expect(await call(client)).toMatchObject({
      outcome: 'unknown',
      failure: { type: 'UnreadableResponse', status: 302 },
    });
  });
});

describe('a search', () => {
  test('returns none for an empty list', async () => {
    const { client } = clientOf([() => json([])]);

    expect(await client.getScheduledChangeRequests('shop', shop)).toEqual({ outcome: 'none' });
  });

  test('returns some for a list of change requests', async () => {
    const found = [
      { id: 7, environment: 'production', title: 'Retire it' },
      { id: 9, environment: 'staging' },
    ];
    const { client } = clientOf([() => json(found)]);

    expect(await client.getScheduledChangeRequests('shop', shop)).toEqual({
      outcome: 'some',
      changeRequests: found,
    });
  });

  test.each([
    'https://example.com/flags',
    'https://example.com/flags/',
    'HTTPS://example.com/flags/?#',
  ])('goes to %s', async (url) => {
    const { client, requests } = clientOf([() => json([])], { url });

    await client.getScheduledChangeRequests('shop', shop);

    expect(requests[0]?.url.href).toBe(
      'https://example.com/flags/api/admin/projects/shop/change-requests/scheduled?feature=checkout',
    );
  });

  test('omits undefined, and does not send values that are not strings', async () => {
    const { client, requests } = clientOf([() => json([])]);
    const loose: (projectId: string, query?: object) => Promise<SearchOutcome> =
      client.getScheduledChangeRequests as typeof loose;

    expect(await loose('shop', { ...shop, strategyId: undefined })).toEqual({ outcome: 'none' });
    for (const query of [{ feature: undefined }, { feature: [undefined] }, { feature: [7] }]) {
      expect(await loose('shop', query)).toMatchObject({ failure: { type: 'NotSent' } });
    }
    expect(await loose('shop')).toMatchObject({ failure: { type: 'NotSent' } });
    expect(requests).toHaveLength(1);
  });

  test('repeats a parameter for each name', async () => {
    const { client, requests } = clientOf([() => json([])]);
    const query = { feature: ['a b', 'c&d=é'], strategyId: ['s-1'], variantForFlag: ['+'] };

    await client.getScheduledChangeRequests('größe/1', query);

    const { pathname, searchParams } = requests[0]?.url ?? new URL('https://none');
    expect(decodeURIComponent(pathname)).toContain('/projects/größe/1/change-requests');
    expect(pathname).toContain('%2F1');
    expect([...searchParams]).toEqual([
      ['feature', 'a b'],
      ['feature', 'c&d=é'],
      ['strategyId', 's-1'],
      ['variantForFlag', '+'],
    ]);
  });

  test.each([
    ['an error', () => json({ name: 'NotFoundError' }, 404)],
    ['an empty list that is an error', () => json([], 500)],
    ['an object', () => json({ events: [] })],
    ['null', () => json(null)],
    ['nothing', () => new Response('')],
    ['no content', () => new Response(null, { status: 204 })],
    ['a truncated list', () => new Response('[')],
    ['a list of other objects', () => json([{ id: 7 }])],
    ['a list with null', () => json([null])],
    ['ids that are texts', () => json([{ id: '7', environment: 'production' }])],
    ['no connection', noConnection],
    ['silence', silence],
  ])('with %s is unknown and has no list', async (_what, response) => {
    const { client } = clientOf([response], { tries: 1, timeoutMs: 20 });

    const found = await client.getScheduledChangeRequests('shop', shop);

    expect(found.outcome).toBe('unknown');
    expect(Object.keys(found)).toEqual(['outcome', 'failure']);
  });

  test.each([
    {},
    { feature: [] },
    { feature: [''] },
    { strategyId: ['\ud800'] },
    { feature: ['a'], strategyId: [''] },
  ])('for %j is not sent, because the server would find nothing', async (query) => {
    const { client, requests } = clientOf([() => json([])]);

    expect(await client.getScheduledChangeRequests('shop', query)).toMatchObject({
      outcome: 'unknown',
      failure: { type: 'NotSent' },
    });
    expect(requests).toEqual([]);
  });
});

test('an error of a proxy is reported by its status', async () => {
  const { client } = clientOf([() => new Response('<h1>Bad Gateway</h1>', { status: 404 })]);

  expect(await client.getProjects()).toEqual({
    outcome: 'refused',
    failure: {
      type: 'ErrorResponse',
      status: 404,
      name: 'HTTP 404',
      message: 'The response is 404.',
    },
  });
});

test('returns the problems of a body as details', async () => {
  const details = [{ path: 'name', message: 'expected a string' }];
  const { client } = clientOf([() => json({ name: 'BadDataError', message: 'm', details }, 400)]);

  expect(await client.createProject({ id: 'a', name: 'A' })).toMatchObject({
    failure: { details },
  });
});

test('returns the entity tag, and sends it as a precondition', async () => {
  const etag = '"v1"';
  const { client, requests } = clientOf([() => json(CHANGE_REQUEST, 201, { ETag: etag })]);

  const recorded = await client.recordScheduledChangeRequest(CHANGE_REQUEST, { ifNoneMatch: '*' });
  await client.withdrawScheduledChangeRequest('shop', 7, { ifMatch: etag });

  expect(recorded).toEqual({ outcome: 'done', value: CHANGE_REQUEST, etag });
  expect(
    requests.map(({ headers }) => [headers.get('If-Match'), headers.get('If-None-Match')]),
  ).toEqual([
    [null, '*'],
    [etag, null],
  ]);
});

describe('createClient throws a TypeError for', () => {
  const options = { url: 'https://example.com', key: 'a-key' };

  test.each([
    'example.com',
    'ftp://example.com',
    'https://user:word@example.com',
    'https://example.com/?a=b',
    'https://example.com/#a',
    '',
  ])('the url %j', (url) => {
    expect(() => createClient({ ...options, url })).toThrow(
      new TypeError('url: expected http(s)://host, with a path at most, and no password'),
    );
  });

  // An environment variable that is not set, in JavaScript.
  const NOT_SET = undefined as unknown as string;

  test.each(['', ' ', 'two\nlines', 'schlüssel', ' a', 'a ', NOT_SET])(
    'the key %j, without the key in the message',
    (key) => {
      expect(() => createClient({ ...options, key })).toThrow(
        new TypeError('key: expected an API key: ASCII, without line breaks'),
      );
    },
  );

  test.each([0, -1, Number.NaN, Infinity])('timeoutMs and tries of %d', (number) => {
    expect(() => createClient({ ...options, timeoutMs: number })).toThrow(/^timeoutMs is /);
    expect(() => createClient({ ...options, tries: number })).toThrow(/^tries is /);
  });
});
