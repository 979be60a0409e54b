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
import { makeUseCases } from '@forewarn/use-cases';
import { type AdminUseCases, type ApiKeyCredentials, createAdminRouter } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import express from 'express';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from './koa-session.ts';
import { expressApp, fastifyApp, honoApp, nodeServer } from './other-frameworks.ts';
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

type UseCases = AdminUseCases<ApiKeyCredentials>;

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

type Send = (path: string, method?: string, body?: string) => Promise<unknown>;

const sender =
  (request: (path: string, init: RequestInit) => Response | Promise<Response>): Send =>
  async (path, method = 'GET', body) => {
    const headers = { Authorization: 'secret', 'Content-Type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body };
    const response = await request(path, init);
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
    return [response.status, isJson && text !== '' ? JSON.parse(text) : text];
  };

const senderTo = (url: string): Send => sender((path, init) => fetch(`${url}${path}`, init));

/** Each framework with the API and a route of its own; Koa's listener stands behind a parser of Express. */
const FRAMEWORKS: Readonly<Record<string, (useCases: UseCases) => Promise<Send>>> = {
  Express: async (useCases) => {
    const app = expressApp(useCases);
    app.post('/api/admin/own', ({ body }, response) => void response.json(body));
    return senderTo(await urlOf(createServer(app)));
  },
  Fastify: async (useCases) => {
    const app = await fastifyApp(useCases);
    onTestFinished(() => app.close());
    app.post('/api/admin/own', ({ body }) => body);
    return senderTo(await app.listen({ host: '127.0.0.1', port: 0 }));
  },
  Hono: async (useCases) => {
    const app = honoApp(useCases);
    app.post('/api/admin/own', async ({ req, json }) => json(await req.json()));
    return sender((path, init) => app.request(path, init));
  },
  'node:http': async (useCases) =>
    senderTo(
      await urlOf(
        nodeServer(useCases, (request, response) => {
          const isOwn = ['/api/admin/ui-config', '/api/admin/own'].includes(request.url ?? '');
          response.writeHead(isOwn ? 200 : 404, { 'Content-Type': 'application/json' });
          if (request.method === 'POST') request.pipe(response);
          else response.end('{"own":true}');
        }),
      ),
    ),
  'Koa in Express': async (useCases) => {
    const callback = new Koa().use(createAdminRouter(useCases).routes()).callback();
    const app = express();
    app.get('/api/admin/ui-config', (_request, response) => void response.json({ own: true }));
    app.use(express.json());
    app.post('/api/admin/own', ({ body }, response) => void response.json(body));
    app.use((request, response) => void callback(request, response));
    return senderTo(await urlOf(createServer(app)));
  },
};

describe.each(Object.entries(FRAMEWORKS))('in %s', (_name, serve) => {
  test('Forewarn has its paths, reads their bodies, and leaves the others to the app with theirs', async () => {
    const send = await serve(makeUseCases({ authorizer, store: await storeWithProjects() }));

    for (const path of ['/api/admin', '/API/Admin']) {
      expect(await send(`${path}/projects/shop/change-requests/scheduled`)).toEqual([200, []]);
    }
    const created = { name: 'byCountry', parameters: [] };
    expect(await send('/api/admin/strategies', 'POST', JSON.stringify(created))).toEqual([
      201,
      expect.objectContaining(created),
    ]);
    expect(await send('/api/admin/strategies/byCountry', 'DELETE')).toEqual([200, '']);
    expect(await send('/api/admin/ui-config')).toEqual([200, { own: true }]);
    expect(await send('/api/admin/own', 'POST', '{"mine":1}')).toEqual([200, { mine: 1 }]);
    expect(await send('/api/admin/nowhere')).toEqual([404, expect.anything()]);
  });
});
