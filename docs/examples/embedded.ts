import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { type ApiKeyCredentials, createAdminRouter } from '@forewarn/http-koa';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';

const authorizer: Authorizer<ApiKeyCredentials> = {
  // Ask your platform here: whose key is this, and may they do this?
  authenticate: (key) =>
    key === 'secret' ? okAsync({ name: 'alice' }) : errAsync({ type: 'AuthenticationRequired' }),
  authorize: () => okAsync(),
};
const router = createAdminRouter(makeUseCases({ authorizer, store: createMemoryStore() }));

export const app = new Koa().use(router.routes());
