import { describe, expect, test } from 'vitest';
import { deletionsIn } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';

describe('the base path', () => {
  test.each([undefined, '/a.b/~c_d-1'])('is %s', async (basePath) => {
    const options = basePath === undefined ? {} : { basePath };
    const { ask } = await serveAdmin({ strategies: ['byCountry'], ...options });
    const base = basePath ?? '';

    expect((await ask('GET', `${base}${SEARCH}`)).status).toBe(200);
    expect((await ask('DELETE', `${base}${STRATEGY}`)).status).toBe(200);
    expect(errorIn(await ask('GET', `/elsewhere${SEARCH}`)).status).toBe(404);
    expect((await ask('GET', SEARCH)).status).toBe(base === '' ? 200 : 404);
  });

  test('is never "/flags/"', async () => {
    await expect(serveAdmin({ basePath: '/flags/' })).rejects.toThrow(
      'basePath is "/flags/": expected "" or a path like "/flags"',
    );
  });
});

describe('a path', () => {
  test.each([
    ['/api/admin/strategies/byCountry/', 200],
    ['/API/Admin/Strategies/byCountry', 200],
    ['http://forewarn.example/api/admin/strategies/byCountry', 200],
    ['/api/admin/strategies/byCountry?', 200],
    ['/api/admin/strategies/bycountry', 404],
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

  test.each(['//api', '/api//admin', '/api/admin//strategies'])(
    'differs: does not collapse repeated slashes: 404: %s',
    async (start) => {
      const { ask } = await serveAdmin({ strategies: ['byCountry'] });
      const path = STRATEGY.replace(start.replace('//', '/'), start);

      expect((await ask('DELETE', path)).status).toBe(404);
      expect((await ask('DELETE', `${STRATEGY}//`)).status).toBe(404);
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

      const errors = responses.map(errorIn);
      const message = `Nothing is served at ${path}.`;
      const notFound = { status: 404, name: 'NotFoundError', message };
      expect(errors).toMatchObject(errors.map(() => notFound));
      expect(reports.map(({ id }) => id)).toEqual(errors.map(({ id }) => id));
    },
  );
});

test('HEAD of a strategy is a 405 without a body', async () => {
  const { ask } = await serveAdmin();

  const response = await ask('HEAD', STRATEGY);

  expect(response).toMatchObject({ status: 405, body: '', headers: { allow: 'DELETE, OPTIONS' } });
});
