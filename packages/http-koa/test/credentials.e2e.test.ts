import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { ADMIN, deletionsIn, POWERLESS, STAGING, UNLUCKY } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';
const OPERATIONS = [
  ['GET', SEARCH],
  ['DELETE', STRATEGY],
] as const;

describe('the API key', () => {
  test.each([ADMIN, `Bearer ${ADMIN}`, `bearer   ${ADMIN}`, `BEARER ${ADMIN} `])(
    'is accepted as "%s"',
    async (authorization) => {
      const { ask } = await serveAdmin({ strategies: ['byCountry'] });
      const headers = { Authorization: authorization };

      for (const [method, path] of OPERATIONS) {
        expect((await ask(method, path, { headers })).status).toBe(200);
      }
    },
  );

  test.each([
    ['no header', {}],
    ['an empty one', { Authorization: '' }],
    ['a scheme without a key', { Authorization: 'Bearer ' }],
    ['an unknown key', { Authorization: 'guess' }],
    ['another scheme', { Authorization: `Basic ${ADMIN}` }],
    ['a key in another case', { Authorization: ADMIN.toUpperCase() }],
    ['a key followed by other text', { Authorization: `${ADMIN} ${ADMIN}` }],
  ])('is required: %s is 401', async (_what, headers) => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });

    for (const [method, path] of OPERATIONS) {
      const response = await ask(method, path, { headers });

      expect(errorIn(response)).toMatchObject({
        status: 401,
        name: 'AuthenticationRequired',
        message: 'Send a valid API key in the Authorization header.',
      });
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
    expect(await deletionsIn(store)).toEqual([]);
  });

  test.each([
    [{}, undefined],
    [{ Authorization: '' }, undefined],
    [{ Authorization: ' k ' }, 'k'],
    [{ Authorization: 'Bearer k' }, 'k'],
    [{ Authorization: 'Bearerk' }, 'Bearerk'],
    [{ Authorization: 'Basic k' }, 'Basic k'],
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

  test('is checked before the response says what exists', async () => {
    const { ask } = await serveAdmin({ strategies: ['byCountry'] });
    const statusesOf = (headers: Readonly<Record<string, string>>): Promise<readonly number[]> =>
      Promise.all(
        [
          ask('GET', '/api/admin/projects/nowhere/change-requests/scheduled', { headers }),
          ask('DELETE', '/api/admin/strategies/nothing', { headers }),
          ask('DELETE', '/api/admin/strategies/default', { headers }),
        ].map(async (response) => (await response).status),
      );

    expect(await statusesOf({})).toEqual([401, 401, 401]);
    expect(await statusesOf({ Authorization: POWERLESS })).toEqual([403, 403, 403]);
    expect(await statusesOf({ Authorization: UNLUCKY })).toEqual([503, 503, 503]);
  });
});

describe('a key without the permission', () => {
  test.each([
    [
      POWERLESS,
      'You need the permission PROJECT_CHANGE_REQUEST_READ in the project "default" to do this.',
      'You need the permission DELETE_STRATEGY to do this.',
    ],
    [
      STAGING,
      'You need the permission PROJECT_CHANGE_REQUEST_READ in the project "default" in the environment "production" to do this.',
      'You need the permission DELETE_STRATEGY in the environment "production" to do this.',
    ],
  ])('%s is told which, and where', async (key, ...messages) => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });
    const headers = { Authorization: key };

    const responses = await Promise.all(
      OPERATIONS.map(([method, path]) => ask(method, path, { headers })),
    );

    expect(responses.map(errorIn)).toMatchObject(
      messages.map((message) => ({ status: 403, name: 'NoAccessError', message })),
    );
    expect(await deletionsIn(store)).toEqual([]);
  });
});
