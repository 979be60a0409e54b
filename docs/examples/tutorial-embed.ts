import { env } from 'node:process';
import {
  type Authorizer,
  makeDeleteStrategy,
  makeSearchScheduledChangeRequests,
} from '@forewarn/core';
import { type ApiKeyCredentials, createAdminRouter } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';

const store = createMemoryStore();
await store.projects.register({ id: 'shop', name: 'Web shop' }, 'setup');
await store.recorder.record(
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

const people = new Map([
  ['key-of-alice', { name: 'alice', may: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'] }],
  ['key-of-bob', { name: 'bob', may: ['PROJECT_CHANGE_REQUEST_READ'] }],
]);

const authorizer: Authorizer<ApiKeyCredentials> = {
  authorize: ({ credentials = '', ...asked }) => {
    const person = people.get(credentials);
    if (person === undefined) return errAsync({ type: 'AuthenticationRequired' });
    return person.may.includes(asked.permission)
      ? okAsync({ name: person.name })
      : errAsync({ type: 'NoAccess', ...asked });
  },
};

const router = createAdminRouter({
  searchScheduledChangeRequests: makeSearchScheduledChangeRequests({
    authorizer,
    scheduledChangeRequests: store.scheduledChangeRequests,
  }),
  deleteStrategy: makeDeleteStrategy({ authorizer, strategies: store.strategies }),
});

const app = new Koa();
app.use(router.routes());
app.use((ctx) => {
  ctx.body = 'The rest of your app.\n';
});

const port = Number(env['PORT'] ?? 3000);
app.listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}`));
