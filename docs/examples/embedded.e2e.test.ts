import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished, test, expect } from 'vitest';
import { app } from './embedded.ts';

test('the app uses the authorizer and the store that it got', async () => {
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (method: string, path: string, key: string): Promise<unknown> => {
    const url = `http://127.0.0.1:${port}/api/admin${path}`;
    const response = await fetch(url, { method, headers: { Authorization: key } });
    return { status: response.status, ...((await response.json()) as object) };
  };

  expect(await ask('DELETE', '/strategies/default', 'guess')).toMatchObject({
    status: 401,
    name: 'AuthenticationRequired',
  });
  expect(await ask('DELETE', '/strategies/default', 'secret')).toMatchObject({
    status: 403,
    message: 'The strategy definition "default" is built in and can\'t be changed or deleted.',
  });
  expect(await ask('GET', '/projects/shop/change-requests/scheduled', 'secret')).toMatchObject({
    status: 404,
    message: 'There is no project "shop".',
  });
});
