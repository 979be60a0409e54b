import { describe, expect, test } from 'vitest';
import { ADMIN } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const searchIn = (id: string): string => `/api/admin/projects/${id}/change-requests/scheduled`;
const SEARCH = searchIn('default');
const CHECKOUT = { id: 1, environment: 'production', title: 'Retire the old checkout' };
const UNTITLED = { id: 2, environment: 'staging' };
const NASTY = { id: 3, environment: 'production', title: 'Ends in a plus' };

describe('the search', () => {
  test.each([
    ['?feature=checkout', [CHECKOUT]],
    ['?strategyId=s-1', [CHECKOUT]],
    ['?variantForFlag=search', [UNTITLED]],
    ['?feature=search&strategyId=s-1', [CHECKOUT, UNTITLED]],
    ['?feature=a%26b+c%3Dd%2B%C3%A9', [NASTY]],
    // Without parameters, and with empty and unknown ones.
    ['', []],
    ['?feature=', []],
    ['?feature=checkout&nosuch=1', [CHECKOUT]],
    ['?feature=&feature=checkout', [CHECKOUT]],
  ])('differs: searches scheduled change requests: "%s"', async (query, expected) => {
    const { ask } = await serveAdmin();

    const response = await ask('GET', `${SEARCH}${query}`);

    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(response.body)).toStrictEqual(expected);
  });

  test.each([
    ['nowhere', '', 'nowhere'],
    ['nowhere', '?feature=checkout', 'nowhere'],
    // It is decoded only once.
    ['gr%25C3%25B6%25C3%259fe%252F1', '', 'gr%C3%B6%C3%9fe%2F1'],
  ])('returns 404 for the unknown project %s with "%s"', async (id, query, name) => {
    const { ask } = await serveAdmin();

    expect(errorIn(await ask('GET', `${searchIn(id)}${query}`))).toMatchObject({
      status: 404,
      name: 'NotFoundError',
      message: `There is no project "${name}". GET /projects lists those that you may read.`,
    });
  });

  test('decodes the id of the project', async () => {
    const { ask } = await serveAdmin();

    expect((await ask('GET', searchIn('gr%C3%B6%C3%9fe%2F1'))).body).toBe('[]');
  });
});

describe('the search with Prefer: handling=strict', () => {
  const strictly = (Prefer: string | readonly string[]) => ({
    // Node sends a list as several lines, but its types allow only single values.
    headers: { Authorization: ADMIN, Prefer: Prefer as string },
  });

  test.each([
    { prefer: 'respond-async, wait=10, handling=strict;ttl=5' },
    { prefer: ['wait=10', 'handling=strict'] },
  ])('refuses a parameter that it does not know: $prefer', async ({ prefer }) => {
    const { ask } = await serveAdmin();

    const response = await ask('GET', `${SEARCH}?faeture=checkout`, strictly(prefer));

    expect(errorIn(response)).toMatchObject({
      status: 400,
      name: 'BadDataError',
      message:
        'the query parameter "faeture": expected one of feature, strategyId, variantForFlag.',
    });
    expect(response.headers['preference-applied']).toBe('handling=strict');
  });
});
