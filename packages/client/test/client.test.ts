import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../src/index.ts';
import { callOn, clientOf, json } from './fake-network.ts';
import { CALLS, CHANGE_REQUEST } from './operations.ts';

const EACH = Object.entries(CALLS).map(([id, call]) => ({
  id: id as keyof typeof OPERATIONS,
  call,
}));

const shop = { feature: ['checkout'] };

describe('each operation', () => {
  test('has a method, with its name unless it is a forecast or of one project only', () => {
    const { client } = clientOf([() => json([])]);
    const names = Object.keys(OPERATIONS).filter(
      (id) => !id.startsWith('getForecast') && id !== 'getCleanupForProject',
    );

    expect(Object.keys(client).toSorted()).toEqual(
      [...names, 'listForecasts', 'getForecast'].toSorted(),
    );
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
    const { outcome, requests } = await callOn(() => json(error, 403), call);

    expect(outcome).toEqual({
      outcome: id === 'getScheduledChangeRequests' ? 'unknown' : 'refused',
      failure: { type: 'ErrorResponse', status: 403, ...error },
    });
    expect(requests).toHaveLength(1);
  });

  test.each(EACH)('$id is unknown after a page, a redirect or a part', async ({ call }) => {
    const page = () => new Response('<h1>Please log in</h1>');
    const redirect = () => Response.redirect('https://login.example.com');
    for (const [response, status] of [
      [page, 200],
      [redirect, 302],
      [() => json([], 206), 206],
    ] as const) {
      expect((await callOn(response, call)).outcome).toMatchObject({
        outcome: 'unknown',
        failure: { type: 'UnreadableResponse', status },
      });
    }
  });
});

describe('a search', () => {
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
