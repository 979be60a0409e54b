import { METHODS } from 'node:http';
import { describe, expect, test } from 'vitest';
import { deletionsIn } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';

describe('the base path', () => {
  test.each([undefined, '', '/flags', '/a/b', '/a.b/~c_d-1'])('is %s', async (basePath) => {
    const options = basePath === undefined ? {} : { basePath };
    const { ask } = await serveAdmin({ strategies: ['byCountry'], ...options });
    const base = basePath ?? '';

    expect((await ask('GET', `${base}${SEARCH}`)).status).toBe(200);
    expect((await ask('DELETE', `${base}${STRATEGY}`)).status).toBe(200);
    expect(errorIn(await ask('GET', `/elsewhere${SEARCH}`)).status).toBe(404);
    expect((await ask('GET', SEARCH)).status).toBe(base === '' ? 200 : 404);
  });

  test.each(['flags', '/flags/', '/', '//', '/a//b', '/:tenant', '/{a}', '/*all', '/a b', '/a?b'])(
    'is never "%s"',
    async (basePath) => {
      await expect(serveAdmin({ basePath })).rejects.toThrow(
        `basePath is "${basePath}": expected "" or a path like "/flags"`,
      );
    },
  );
});

describe('a path', () => {
  test.each([
    ['/api/admin/strategies/byCountry/', 200],
    ['/API/Admin/Strategies/byCountry', 200],
    ['http://forewarn.example/api/admin/strategies/byCountry', 200],
    ['/api/admin/strategies/byCountry?', 200],
    ['/api/admin/strategies/bycountry', 404],
    ['/api/admin/strategies/byCountry//', 404],
    ['//api/admin/strategies/byCountry', 404],
    ['/api/admin//strategies/byCountry', 404],
    ['/api/admin/strategies/by/Country', 404],
    ['/api/admin/strategies/', 404],
    ['/api/admin/strategies', 404],
    ['/api/admin/strategie%73/byCountry', 404],
  ])('that is written %s is responded with %d', async (path, status) => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });

    const response = await ask('DELETE', path);

    expect(response.status).toBe(status);
    expect(await deletionsIn(store)).toHaveLength(status === 200 ? 1 : 0);
  });

  test.each([`${SEARCH}/`, SEARCH.toUpperCase().replace('DEFAULT', 'default')])(
    'of the search may be written %s',
    async (path) => {
      const { ask } = await serveAdmin();

      expect((await ask('GET', path)).body).toBe('[]');
    },
  );

  test.each(['/', '/nowhere', '/api/admin', `${SEARCH}/1`, '/api/admin/projects/default', '*'])(
    'that is unknown is a 404 in JSON: %s',
    async (path) => {
      const { ask, reports } = await serveAdmin();

      // Without a key, because it is no secret that there is nothing.
      const responses = [
        await ask('OPTIONS', path, { headers: {} }),
        ...(path === '*' ? [] : [await ask('GET', path), await ask('POST', path)]),
      ];

      for (const response of responses) {
        expect(errorIn(response)).toMatchObject({
          status: 404,
          name: 'NotFoundError',
          message: `Nothing is served at ${path}.`,
        });
      }
      expect(reports.map(({ id }) => id)).toEqual(
        responses.map((response) => errorIn(response).id),
      );
    },
  );
});

describe('a method', () => {
  const OPERATIONS = [
    [SEARCH, ['GET', 'HEAD', 'OPTIONS']],
    [STRATEGY, ['DELETE', 'OPTIONS']],
  ] as const;

  test.each(OPERATIONS)('that %s does not have is a 405', async (path, allowed) => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });
    // CONNECT asks Node for a tunnel, and does not reach the app.
    const others = METHODS.filter((method) => ![...allowed, 'CONNECT', 'HEAD'].includes(method));

    const responses = await Promise.all(others.map((method) => ask(method, path, { headers: {} })));

    expect(others).toEqual(expect.arrayContaining(['POST', 'PUT', 'PATCH', 'TRACE', 'PROPFIND']));
    for (const [index, response] of responses.entries()) {
      expect(errorIn(response)).toMatchObject({
        status: 405,
        name: 'MethodNotAllowed',
        message: `${others[index]} is not served here; use ${allowed.join(' or ')}.`,
      });
      expect(response.headers.allow).toBe(allowed.join(', '));
    }
    expect(await deletionsIn(store)).toEqual([]);
  });

  test.each(OPERATIONS)(
    'OPTIONS of %s needs no key and tells the others',
    async (path, allowed) => {
      const { ask, reports } = await serveAdmin();

      const response = await ask('OPTIONS', path, { headers: {} });

      expect(response.status).toBe(204);
      expect(response.body).toBe('');
      expect(response.headers.allow).toBe(allowed.join(', '));
      expect(reports).toEqual([]);
    },
  );

  test('HEAD of a strategy is a 405 without a body', async () => {
    const { ask } = await serveAdmin();

    const response = await ask('HEAD', STRATEGY);

    expect(response.status).toBe(405);
    expect(response.body).toBe('');
    expect(response.headers.allow).toBe('DELETE, OPTIONS');
  });
});
