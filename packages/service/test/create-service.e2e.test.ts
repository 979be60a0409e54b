import {
  type Authorizer,
  makeAdmit,
  makeDeleteStrategy,
  makeSearchScheduledChangeRequests,
} from '@forewarn/core';
import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryNotify } from '@forewarn/notify/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { Container } from 'inversify';
import { okAsync } from 'neverthrow';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../../../tools/local-server.ts';
import {
  checkSettings,
  createService,
  forewarnModule,
  type ServiceCredentials,
  TOKENS,
} from '../src/index.ts';

const CAPABILITIES = [memoryForecast, memoryCleanup, memoryNotify] as const;
const log = pino({ level: 'silent' });
const SEARCH = '/api/admin/projects/shop/change-requests/scheduled';

/** Takes every caller for the path that it asks for. */
const authorizer: Authorizer<ServiceCredentials> = {
  authenticate: ({ request: { url = '' } }) => okAsync({ name: url }),
  authorize: () => okAsync(),
};

const seeded = () => createMemoryStore({ projects: [{ id: 'shop', name: 'Shop' }] });

const statusOf = async (url: string, path: string): Promise<number> =>
  (await fetch(`${url}${path}`, { headers: { Connection: 'close' } })).status;

test('a service serves on a server of its host, with its headers, and stops without having listened', async () => {
  const service = createService({ store: seeded(), authorizer, log })._unsafeUnwrap();
  const { url, close } = await startLocalServer(service.listener);
  onTestFinished(close);

  const response = await fetch(`${url}${SEARCH}`, { headers: { Connection: 'close' } });

  expect([response.status, response.headers.get('X-Content-Type-Options')]).toEqual([
    200,
    'nosniff',
  ]);
  await service.stop();
  expect(await statusOf(url, '/ready')).toBe(200);
});

test('a container serves rebound use cases without a store, and routes of its own', async () => {
  const { reader, strategies } = seeded();
  const container = new Container();
  container.load(forewarnModule);
  container.rebind(TOKENS.log).toConstantValue(log);
  const settings = checkSettings({ port: 0 })._unsafeUnwrap();
  container.rebind(TOKENS.settings).toConstantValue(settings);
  container.rebind(TOKENS.useCases).toConstantValue({
    admit: makeAdmit({ authorizer }),
    searchScheduledChangeRequests: makeSearchScheduledChangeRequests({ authorizer, reader }),
    deleteStrategy: makeDeleteStrategy({ authorizer, strategies }),
  });
  container.onActivation(TOKENS.app, (_context, app) => (request, response) => {
    if (request.url === '/own') response.writeHead(204).end();
    else app(request, response);
  });
  const service = container.get(TOKENS.service);
  const url = (await service.listen())._unsafeUnwrap();
  onTestFinished(() => service.stop({ serveMs: 0, cutOffMs: 1_000 }));

  expect(container.get(TOKENS.service)).toBe(service);
  expect(await statusOf(url, SEARCH)).toBe(200);
  expect(await statusOf(url, '/api/admin/projects')).toBe(404);
  expect(await statusOf(url, '/own')).toBe(204);
  expect(await statusOf(url, '/ready')).toBe(200);
});

test('a service has each capability over a store of a class whose ports are getters', async () => {
  const own = createMemoryStore({}, CAPABILITIES);
  // As of a class, the object itself has no property.
  const store = Object.create(own) as typeof own;
  const service = createService({ store, authorizer, settings: { port: 0 }, log })._unsafeUnwrap();
  const url = (await service.listen())._unsafeUnwrap();
  onTestFinished(() => service.stop({ serveMs: 0, cutOffMs: 1_000 }));

  for (const path of ['change-requests/forecast', 'cleanup', 'webhooks', 'projects', 'events']) {
    expect([path, await statusOf(url, `/api/admin/${path}`)]).toEqual([path, 200]);
  }
});
