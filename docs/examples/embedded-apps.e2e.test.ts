import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import {
  type Authorizer,
  makeAdmit,
  makeDeleteStrategy,
  makeSearchScheduledChangeRequests,
} from '@forewarn/core';
import { type ApiKeyCredentials, createAdminRouter } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';
import { expect, onTestFinished, test } from 'vitest';
import { adminListener, serveBeside } from './beside-node-http.ts';
import { createApp } from './koa-session.ts';
import { platformCode } from './platform-code.ts';
import { PLATFORM_TABLES, platformPorts } from './platform-tables.ts';

async function storeWithProjects() {
  const store = createMemoryStore();
  for (const id of ['shop', 'bank']) await store.projects.register({ id, name: id }, 'setup');
  await store.strategies.register(
    { name: 'holidaySale', parameters: [], deprecated: false, editable: true },
    'setup',
  );
  return store;
}

async function urlOf(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('in a Koa app with sessions, Forewarn knows who is logged in and what they may do', async () => {
  const store = await storeWithProjects();
  const accounts: Parameters<typeof createApp>[1] = new Map([
    ['bob', { name: 'bob', projects: ['shop'], permissions: ['PROJECT_CHANGE_REQUEST_READ'] }],
    ['alice', { name: 'alice', projects: [], permissions: ['DELETE_STRATEGY'] }],
  ]);
  const app = createApp(store, accounts);
  const callback = app.callback();
  const url = await urlOf(createServer((request, response) => void callback(request, response)));
  const logIn = async (user: string): Promise<string> => {
    const response = await fetch(`${url}/login?user=${user}`, { method: 'POST' });
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const ask = async (cookie: string, path: string, method = 'GET'): Promise<number> => {
    const response = await fetch(`${url}/flags/api/admin${path}`, { method, headers: { cookie } });
    return response.status;
  };
  const [bob, alice] = await Promise.all([logIn('bob'), logIn('alice')]);

  expect(await ask('', '/projects/shop/change-requests/scheduled')).toBe(401);
  expect(await ask('session=guess', '/projects/shop/change-requests/scheduled')).toBe(401);
  expect(await ask(bob, '/projects/shop/change-requests/scheduled')).toBe(200);
  expect(await ask(bob, '/projects/bank/change-requests/scheduled')).toBe(403);
  expect(await ask(bob, '/strategies/holidaySale', 'DELETE')).toBe(403);
  expect(await ask(alice, '/strategies/holidaySale', 'DELETE')).toBe(200);
  const { events } = (await store.events.list({ limit: 1 }))._unsafeUnwrap();
  expect(events).toMatchObject([{ type: 'strategy-deleted', createdBy: 'alice' }]);
});

/** Lets everybody with the key `secret` do everything. */
const authorizer: Authorizer<ApiKeyCredentials> = {
  authenticate: (key) =>
    key === 'secret' ? okAsync({ name: 'alice' }) : errAsync({ type: 'AuthenticationRequired' }),
  authorize: () => okAsync(),
};

/** The admin API over the platform's own tables. */
function adminRouter(database: DatabaseSync) {
  const ports = { authorizer, ...platformPorts(database) };
  return createAdminRouter({
    admit: makeAdmit(ports),
    searchScheduledChangeRequests: makeSearchScheduledChangeRequests(ports),
    deleteStrategy: makeDeleteStrategy(ports),
  });
}

test('finds and deletes what the platform wrote to its own tables', async () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec(PLATFORM_TABLES);
  const platform = platformCode(database);
  platform.addProject('shop');
  platform.schedule({
    id: 12,
    project: 'shop',
    environment: 'production',
    title: 'Remove the old checkout',
    state: 'Scheduled',
    features: [{ name: 'old-checkout', changes: [{ action: 'archiveFeature' }] }],
    segments: [],
  });
  const holidaySale = { name: 'holidaySale', parameters: [], deprecated: false, editable: true };
  platform.addStrategyType(holidaySale);
  const callback = new Koa().use(adminRouter(database).routes()).callback();
  const url = await urlOf(createServer((request, response) => void callback(request, response)));
  const ask = (path: string, method = 'GET'): Promise<Response> =>
    fetch(`${url}/api/admin${path}`, { method, headers: { Authorization: 'secret' } });
  const path = '/projects/shop/change-requests/scheduled?feature=old-checkout';

  expect(await (await ask(path)).json()).toEqual([
    { id: 12, environment: 'production', title: 'Remove the old checkout' },
  ]);
  platform.cancel('shop', 12);
  expect(await (await ask(path)).json()).toEqual([]);
  expect((await ask('/strategies/holidaySale', 'DELETE')).status).toBe(200);
  expect(platform.deletions(1)).toMatchObject([{ createdBy: 'alice', preData: holidaySale }]);
});

test('beside another framework, each has its own paths and reads its own bodies', async () => {
  const reported: number[] = [];
  const admin = adminListener(authorizer, await storeWithProjects(), ({ status }) =>
    reported.push(status),
  );
  const url = await urlOf(
    serveBeside((request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      request.pipe(response);
    }, admin),
  );
  const send = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      headers: { Authorization: 'secret' },
      ...init,
    });
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
    return [response.status, isJson ? await response.json() : await response.text()];
  };

  expect(await send('/own', { method: 'POST', body: 'mine' })).toEqual([200, 'mine']);
  expect(await send('/api/adminX')).toEqual([200, '']);
  for (const path of ['/api/admin', '/API/Admin']) {
    expect(await send(`${path}/projects/shop/change-requests/scheduled`)).toEqual([200, []]);
  }
  expect(await send('/api/admin/strategies/default', { method: 'DELETE' })).toEqual([
    403,
    expect.objectContaining({ name: 'NoAccessError' }),
  ]);
  expect(await send('/api/admin/nowhere')).toEqual([
    404,
    expect.objectContaining({ name: 'NotFoundError' }),
  ]);
  expect(reported).toEqual([403, 404]);
});
