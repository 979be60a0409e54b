import { expect, test } from 'vitest';
import { deletionsIn } from './admin-world.ts';
import { serveAdmin } from './serve.ts';

const STRATEGY = '/api/admin/strategies/byCountry';

test.each([
  ['http://forewarn.example/api/admin/strategies/byCountry', 200],
  ['/api/admin/strategies/byCountry?', 200],
  ['/api/admin/strategies/bycountry', 404],
  ['/api/admin/strategies/', 404],
])('a path that is written %s is responded with %d', async (path, status) => {
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
