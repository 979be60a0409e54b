import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { deletionsIn, POWERLESS, STAGING } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';
const OPERATIONS = [
  ['GET', SEARCH],
  ['DELETE', STRATEGY],
] as const;

describe('the API key', () => {
  test.each([
    ['no header', {}],
    ['an unknown key', { Authorization: 'guess' }],
  ])(
    'differs: returns AuthenticationRequired and WWW-Authenticate for an invalid key: %s',
    async (_what, headers) => {
      const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });

      for (const [method, path] of OPERATIONS) {
        const response = await ask(method, path, { headers });

        expect(errorIn(response)).toMatchObject({ status: 401, name: 'AuthenticationRequired' });
        expect(response.headers['www-authenticate']).toBe('Bearer');
      }
      expect(await deletionsIn(store)).toEqual([]);
    },
  );

  test.each([
    [{}, undefined],
    [{ Authorization: '' }, undefined],
    [{ Authorization: ' k ' }, 'k'],
    [{ Authorization: 'Bearer k' }, 'k'],
    [{ Authorization: 'bearer   k' }, 'k'],
    [{ Authorization: 'BEARER k ' }, 'k'],
    [{ Authorization: 'Bearerk' }, 'Bearerk'],
    [{ Authorization: 'Basic k k' }, 'Basic k k'],
  ])('of %j is %s to the authorizer', async (headers, key) => {
    const seen: unknown[] = [];
    const { ask } = await serveAdmin({
      useCases: {
        deleteStrategy: ({ credentials }) => {
          seen.push(credentials);
          return okAsync(undefined);
        },
      },
    });

    await ask('DELETE', STRATEGY, { headers });

    expect(seen).toEqual([key]);
  });
});

test.each([
  ['', POWERLESS],
  [' in the environment "production"', STAGING],
])(
  'differs: returns NoAccessError for a missing permission, and names it: "%s"',
  async (environment, key) => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });
    const headers = { Authorization: key };

    const [searched, deleted] = [
      await ask('GET', SEARCH, { headers }),
      await ask('DELETE', STRATEGY, { headers }),
    ].map(errorIn);

    const status = { status: 403, name: 'NoAccessError' };
    const needs = (permission: string) =>
      `You need the permission ${permission}${environment} to do this.`;
    expect(searched).toMatchObject({
      ...status,
      message: needs('PROJECT_CHANGE_REQUEST_READ in the project "default"'),
    });
    expect(deleted).toMatchObject({ ...status, message: needs('DELETE_STRATEGY') });
    expect(await deletionsIn(store)).toEqual([]);
  },
);
