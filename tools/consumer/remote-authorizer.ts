// An authorizer that asks another service, over 500 projects: a guarded delete may ask it three times.
import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { createAdminApi } from '@forewarn/http';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync, ResultAsync } from 'neverthrow';

const calls: string[] = [];
const remotely = <T>(method: string, value: T): ResultAsync<T, never> => {
  calls.push(method);
  return ResultAsync.fromSafePromise(delay(20, value));
};

const authorizer: Authorizer<string | undefined> = {
  authenticate: () => remotely('authenticate', { name: 'alice' }),
  authorize: () => remotely('authorize', undefined),
  permitted: (_principal, _permission, projectIds) => remotely('permitted', projectIds),
};
const store = createMemoryStore({
  projects: Array.from({ length: 500 }, (_, index) => ({ id: `p${index}`, name: `P ${index}` })),
  strategies: [{ name: 'sale', parameters: [], deprecated: false, editable: true }],
});
const { handle } = createAdminApi(makeUseCases({ authorizer, store }));

const url = 'http://localhost/api/admin/strategies/sale?guard=refuse';
const response = await handle(new Request(url, { method: 'DELETE' }));
assert.equal(response?.status, 200);
assert.ok(calls.length <= 3, `a guarded delete asked ${calls.join(', ')}`);

// Without `permitted`, the projects are asked about one by one, but never more than 16 at once.
let running = 0;
let most = 0;
const counting: Authorizer<string | undefined> = {
  authenticate: () => okAsync({ name: 'alice' }),
  authorize: () => {
    most = Math.max(most, ++running);
    return new ResultAsync(delay(1).then(() => (running--, okAsync())));
  },
};
const { listProjects } = makeUseCases({ authorizer: counting, store });
assert.equal((await listProjects({ credentials: 'any' }))._unsafeUnwrap().length, 500);
assert.ok(most <= 16, `${most} calls at once`);
