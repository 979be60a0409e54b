import { describe, expect, test } from 'vitest';
import { ADMIN } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
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
