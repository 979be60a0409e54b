import { expect, test } from 'vitest';
import { createAdminWorld } from './admin-world.ts';
import app from './handle.example.ts';
import { serverOf } from './node-middleware.example.ts';
import { serve } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled?feature=checkout';

test('the app with a Request serves the admin API, and what is its own', async () => {
  const statusOf = async (path: string) => {
    const headers = { Authorization: 'secret' };
    return (await app.fetch(new Request(`http://localhost${path}`, { headers }))).status;
  };

  expect(await statusOf('/api/admin/strategies')).toBe(200);
  expect(await statusOf('/api/admin/ui-config')).toBe(404);
});

test('the server of Node serves the admin API, and what is its own', async () => {
  const { useCases } = await createAdminWorld();
  const [listener] = serverOf(useCases).listeners('request');
  const { ask } = await serve(listener as Parameters<typeof serve>[0]);

  expect(JSON.parse((await ask('GET', SEARCH)).body)).toMatchObject([{ id: 1 }]);
  expect(await ask('GET', '/api/admin/ui-config')).toMatchObject({ status: 404, body: 'yours' });
});
