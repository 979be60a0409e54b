import { expect, test } from 'vitest';
import { ADMIN, createAdminWorld } from '../../http/test/admin-world.ts';
import { app as firstUse } from './first-use.example.ts';
import { errorIn } from '../../http/test/serve.ts';
import { serveApp } from './serve-app.ts';
import { createApp as createWholeApp } from './whole-app.example.ts';

const SEARCH = '/api/admin/projects/shop/change-requests/scheduled?feature=checkout';
const STRATEGY = '/api/admin/strategies/byCountry';

test('the first use responds as the admin API', async () => {
  const { ask } = await serveApp(firstUse);
  const headers = { Authorization: 'secret' };

  expect(errorIn(await ask('GET', SEARCH, { headers }))).toMatchObject({
    name: 'NotFoundError',
    message: 'There is no project "shop". GET /projects lists those that you may read.',
  });
  expect(errorIn(await ask('DELETE', '/api/admin/strategies/default', { headers }))).toMatchObject({
    name: 'NoAccessError',
    message:
      'The strategy definition "default" is built in and can\'t be changed or deleted. Make one of another name.',
  });
  expect(errorIn(await ask('GET', SEARCH, { headers: {} }))).toMatchObject({ status: 401 });
});

test('the whole app responds to errors and logs them in one way', async () => {
  const lines: object[] = [];
  const { useCases } = await createAdminWorld();
  const broken = {
    ...useCases,
    deleteStrategy: () => {
      throw new Error('boom');
    },
  };
  const { ask } = await serveApp(createWholeApp(broken, (line) => lines.push(line)));

  const errors = [
    errorIn(await ask('GET', '/nowhere')),
    errorIn(await ask('DELETE', STRATEGY, { headers: { Authorization: ADMIN } })),
    errorIn(await ask('GET', 'http://[::1/')),
  ];

  expect(lines).toMatchObject([
    { id: errors[0]?.id, status: 404, method: 'GET', url: '/nowhere', type: 'RouteNotFound' },
    { id: errors[1]?.id, status: 500, type: 'InternalError', cause: new Error('boom') },
    { id: errors[2]?.id, status: 400, url: 'http://[::1/', type: 'BadData' },
  ]);
});
