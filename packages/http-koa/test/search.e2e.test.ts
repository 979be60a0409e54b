import { describe, expect, test } from 'vitest';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const CHECKOUT = { id: 1, environment: 'production', title: 'Retire the old checkout' };
const UNTITLED = { id: 2, environment: 'staging' };
const NASTY = { id: 3, environment: 'production', title: 'Ends in a plus' };

describe('the search', () => {
  test('returns the summaries of change requests that touch the feature, as JSON', async () => {
    const { ask } = await serveAdmin();

    const response = await ask('GET', `${SEARCH}?feature=checkout`);

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(response.body)).toStrictEqual([CHECKOUT]);
  });

  test.each([
    ['strategyId=s-1', [CHECKOUT]],
    ['variantForFlag=search', [UNTITLED]],
    ['variantForFlag=checkout', []],
    ['feature=nothing&strategyId=s-1', [CHECKOUT]],
    ['feature=search&strategyId=s-1', [CHECKOUT, UNTITLED]],
    ['feature=search&feature=checkout&feature=search', [CHECKOUT, UNTITLED]],
    ['feature=a%26b+c%3Dd%2B%C3%A9', [NASTY]],
    ['feature=a%26b%20c=d%2b%c3%a9', [NASTY]],
    ['feature=a%26b+c%3Dd+%C3%A9', []],
    ['f%65ature=checkout', [CHECKOUT]],
    ['feature=Checkout', []],
    ['feature=check%25', []],
  ])('%s', async (query, expected) => {
    const { ask } = await serveAdmin();

    const response = await ask('GET', `${SEARCH}?${query}`);

    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toStrictEqual(expected);
  });

  test.each(['', '?', '?&&', '?feature=', '?feature', '?nosuch=checkout', '?Feature=checkout'])(
    'returns an empty list for "%s"',
    async (query) => {
      const { ask } = await serveAdmin();

      const response = await ask('GET', `${SEARCH}${query}`);

      expect(response.status).toBe(200);
      expect(response.body).toBe('[]');
    },
  );

  test.each(['feature=checkout&nosuch=1', 'feature=&feature=checkout', 'feature=checkout&%00'])(
    'ignores unknown and empty parameters next to others: %s',
    async (query) => {
      const { ask } = await serveAdmin();

      const response = await ask('GET', `${SEARCH}?${query}`);

      expect(JSON.parse(response.body)).toStrictEqual([CHECKOUT]);
    },
  );

  test.each(['', '?feature=checkout'])(
    'returns 404 for an unknown project, with and without parameters: "%s"',
    async (query) => {
      const { ask } = await serveAdmin();

      const response = await ask(
        'GET',
        `/api/admin/projects/nowhere/change-requests/scheduled${query}`,
      );

      expect(errorIn(response)).toMatchObject({
        status: 404,
        name: 'NotFoundError',
        message: 'There is no project "nowhere".',
      });
    },
  );

  test('decodes the id of the project once', async () => {
    const { ask } = await serveAdmin();
    const of = (id: string): string => `/api/admin/projects/${id}/change-requests/scheduled`;

    expect((await ask('GET', of('gr%C3%B6%C3%9fe%2F1'))).body).toBe('[]');
    expect(errorIn(await ask('GET', of('gr%25C3%25B6%25C3%259fe%252F1')))).toMatchObject({
      status: 404,
      message: 'There is no project "gr%C3%B6%C3%9fe%2F1".',
    });
  });

  test('responds to HEAD as to GET, without the body', async () => {
    const { ask } = await serveAdmin();
    const path = `${SEARCH}?feature=checkout`;

    const [got, head] = [await ask('GET', path), await ask('HEAD', path)];

    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-type']).toBe(got.headers['content-type']);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(got.body)));
  });
});

describe('the search with Prefer: handling=strict', () => {
  const strictly = (prefer: string): { readonly headers: Readonly<Record<string, string>> } => ({
    headers: { Authorization: 'admin-key', Prefer: prefer },
  });

  test.each([
    'handling=strict',
    'Handling = "Strict"',
    'respond-async, wait=10, handling=strict;ttl=5',
  ])('refuses a parameter that it does not know: %s', async (prefer) => {
    const { ask } = await serveAdmin();

    const response = await ask(
      'GET',
      `${SEARCH}?faeture=checkout&strategyId=s-1`,
      strictly(prefer),
    );

    expect(errorIn(response)).toMatchObject({
      status: 400,
      name: 'BadDataError',
      message:
        'the query parameter "faeture": expected one of feature, strategyId, variantForFlag.',
    });
    expect(response.headers['preference-applied']).toBe('handling=strict');
  });

  test('reads a header that is sent in several lines', async () => {
    const { ask } = await serveAdmin();
    const headers = { Authorization: 'admin-key', Prefer: ['wait=10', 'handling=strict'] };

    // Node sends a list as several lines, but its types allow only single values.
    const response = await ask('GET', `${SEARCH}?nosuch=1`, { headers: headers as never });

    expect(response.status).toBe(400);
  });

  test('returns matches of known parameters', async () => {
    const { ask } = await serveAdmin();

    const response = await ask(
      'GET',
      `${SEARCH}?feature=checkout&strategyId=&variantForFlag=x`,
      strictly('handling=strict'),
    );

    expect(JSON.parse(response.body)).toStrictEqual([CHECKOUT]);
    expect(response.headers['preference-applied']).toBe('handling=strict');
  });

  test.each([
    'handling=lenient',
    'strict',
    'handling=strictly',
    'handling=lenient, handling=strict',
  ])('is not what %s asks for', async (prefer) => {
    const { ask } = await serveAdmin();

    const response = await ask('GET', `${SEARCH}?nosuch=1`, strictly(prefer));

    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('preference-applied');
  });
});
