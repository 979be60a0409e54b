import { env } from 'node:process';
import type { Authorizer, Permission } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { type ApiKeyCredentials, createAdminRouter } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';

const store = createMemoryStore();
await store.projects.register({ id: 'shop', name: 'Web shop' }, 'setup');
await store.writer.put(
  {
    id: 42,
    title: 'Remove the old checkout',
    environment: 'production',
    project: 'shop',
    state: 'Scheduled',
    features: [{ name: 'old-checkout', changes: [{ action: 'archiveFeature' }] }],
    segments: [],
  },
  'setup',
);
await store.strategies.register(
  { name: 'holidaySale', parameters: [], deprecated: false, editable: true },
  'setup',
);

interface Person {
  readonly name: string;
  readonly may: readonly Permission[];
}

const people = new Map<string, Person>([
  ['key-of-alice', { name: 'alice', may: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'] }],
  ['key-of-bob', { name: 'bob', may: ['PROJECT_CHANGE_REQUEST_READ'] }],
]);

const authorizer: Authorizer<ApiKeyCredentials, Person> = {
  authenticate: (key = '') => {
    const person = people.get(key);
    return person === undefined ? errAsync({ type: 'AuthenticationRequired' }) : okAsync(person);
  },
  authorize: ({ may }, permission, scope) =>
    may.includes(permission) ? okAsync() : errAsync({ type: 'NoAccess', permission, ...scope }),
};

const router = createAdminRouter(makeUseCases({ authorizer, store }));

const app = new Koa();
app.use(router.routes());
app.use((ctx) => {
  ctx.body = 'The rest of your app.\n';
});

const port = Number(env['PORT'] ?? 3000);
app.listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}`));
