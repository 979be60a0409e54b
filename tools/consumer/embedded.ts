// Code of an embedder, compiled and run against the packed packages.
import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@forewarn/client';
import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { RECORDED_EVENT_TYPES } from '@forewarn/record';
import { createAdminRouter } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import { unleashApi, unleashUpstream } from '@forewarn/unleash';
import { memoryUnleash } from '@forewarn/unleash/memory';
import Koa from 'koa';
import { okAsync } from 'neverthrow';

const authorizer: Authorizer<string | undefined> = {
  authenticate: () => okAsync({ name: 'ann' }),
  authorize: () => okAsync(),
};
assert.ok(RECORDED_EVENT_TYPES.includes('project-created'));
const store = createMemoryStore({}, [memoryUnleash]);
await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
const router = createAdminRouter(makeUseCases({ authorizer, store }));
const app = new Koa().use(router.routes()).callback();
const server = createServer((request, response) => void app(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const client = createClient({ url: `http://127.0.0.1:${port}`, key: 'any' });
const found = await client.getScheduledChangeRequests('shop', { feature: ['x'] });
// Nothing was recorded yet, so an empty list proves nothing.
assert.equal(found.outcome === 'unknown' && found.failure.type, 'NoCoverage');
server.close();
const api = unleashApi({ url: `http://127.0.0.1:${port}`, key: 'any', firstWaitMs: 1 });
const upstream = unleashUpstream({ api, store });
const synced = await upstream.sync();
assert.equal(synced.isErr() && synced.error.type, 'UpstreamUnavailable');
