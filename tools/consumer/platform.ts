// What the platforms of the hosts share: data, who may do what, and the requests that each host must respond to.
import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';

const authorizer: Authorizer<string | undefined> = {
  authenticate: (key) =>
    key === 'secret' ? okAsync({ name: 'alice' }) : errAsync({ type: 'AuthenticationRequired' }),
  authorize: () => okAsync(),
};

/** Every use case over the platform's data. */
export const useCases = makeUseCases({
  authorizer,
  store: createMemoryStore({ projects: [{ id: 'shop', name: 'Shop' }] }),
});

const SCHEDULED = '/api/admin/projects/shop/change-requests/scheduled';
const changeRequest = {
  id: 42,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
};

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', Authorization: 'secret' },
  body: JSON.stringify(body),
});

/**
 * Sends requests to a host. It must serve its own routes below `/api/admin`: `GET ui-config` returns `{ own: true }`, `POST
 * feedback` returns its body, and all that has no route is 404 with the text `of the host`.
 */
export async function checkHost(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return [response.status, await response.text()] as const;
  };
  try {
    assert.deepEqual(await ask('/api/admin/ui-config'), [200, '{"own":true}']);
    const feedback = json('POST', { text: 'good' });
    assert.deepEqual(await ask('/api/admin/feedback', feedback), [200, '{"text":"good"}']);
    assert.deepEqual(await ask('/api/admin/none'), [404, 'of the host']);
    assert.deepEqual(await ask('/none'), [404, 'of the host']);

    const [recorded] = await ask(`${SCHEDULED}/42`, json('PUT', changeRequest));
    assert.equal(recorded, 201);
    const search = `${SCHEDULED}?feature=checkout`;
    assert.deepEqual(await ask(search, { headers: { Authorization: 'secret' } }), [
      200,
      '[{"id":42,"environment":"production"}]',
    ]);
    assert.equal((await ask(search))[0], 401);
    assert.equal((await ask('/api/admin/strategies/default', json('DELETE', {})))[0], 403);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
