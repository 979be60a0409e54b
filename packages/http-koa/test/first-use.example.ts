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
const ports = { authorizer, ...createMemoryStore() };
const router = createAdminRouter({
  searchScheduledChangeRequests: makeSearchScheduledChangeRequests(ports),
  deleteStrategy: makeDeleteStrategy(ports),
});

export const app = new Koa().use(router.routes());
