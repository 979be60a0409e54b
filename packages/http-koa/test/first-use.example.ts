import {
  type Authorizer,
  makeDeleteStrategy,
  makeSearchScheduledChangeRequests,
} from '@forewarn/core';
import { type ApiKeyCredentials, createAdminRouter } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';

const authorizer: Authorizer<ApiKeyCredentials> = {
  authorize: ({ credentials: key }) =>
    key === 'secret' ? okAsync({ name: 'alice' }) : errAsync({ type: 'AuthenticationRequired' }),
};
const store = createMemoryStore();
await store.projects.register({ id: 'shop', name: 'Shop' }, 'alice');

const router = createAdminRouter({
  searchScheduledChangeRequests: makeSearchScheduledChangeRequests({ authorizer, ...store }),
  deleteStrategy: makeDeleteStrategy({ authorizer, ...store }),
});

export const app = new Koa().use(router.routes());
