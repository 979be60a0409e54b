import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { type ApiKeyCredentials, createAdminApi } from '@forewarn/http';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';

const authorizer: Authorizer<ApiKeyCredentials> = {
  authenticate: (key) =>
    key === 'secret' ? okAsync({ name: 'alice' }) : errAsync({ type: 'AuthenticationRequired' }),
  authorize: () => okAsync(),
};
const api = createAdminApi(makeUseCases({ authorizer, store: createMemoryStore() }));

const fetch = async (request: Request): Promise<Response> =>
  (await api.handle(request)) ?? new Response('yours', { status: 404 });

export default { fetch };
