// A host with an error of its own: it compiles in every port and use case, and `mapError` makes it a response.
import { strict as assert } from 'node:assert';
import type { Authorizer, ErrorOf } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import type { ScheduledChangeRequestReader } from '@forewarn/store';
import { createAdminApi } from '@forewarn/http';
import { createMemoryStore } from '@forewarn/store-memory';
import { err, errAsync, ok } from 'neverthrow';

interface PlanExpired {
  readonly type: 'PlanExpired';
  readonly plan: string;
}

declare module '@forewarn/core' {
  interface CustomErrors {
    readonly PlanExpired: PlanExpired;
  }
}

const authorizer: Authorizer<string | undefined> = {
  authenticate: async (key) => ok({ name: key ?? 'guest' }),
  authorize: async ({ name }) =>
    name === 'late' ? err({ type: 'PlanExpired', plan: 'team' }) : ok(),
};
const search: ScheduledChangeRequestReader['search'] = async () =>
  err({ type: 'PlanExpired', plan: 'search' });
const own = createMemoryStore();
const useCases = makeUseCases({ authorizer, store: { ...own, reader: { ...own.reader, search } } });
const planOf = (error: ErrorOf<typeof useCases.deleteStrategy>): string | undefined =>
  error.type === 'PlanExpired' ? error.plan : undefined;

const { handle } = createAdminApi(
  {
    ...useCases,
    findStrategy: ({ name }) => errAsync({ type: 'PlanExpired', plan: name }),
  },
  {
    mapError: (error, mapping) =>
      error.type === 'PlanExpired'
        ? { ...mapping, status: 402, name: 'PlanExpired', message: `Renew "${error.plan}".` }
        : mapping,
  },
);
const ask = async (method: string, path: string, key: string): Promise<unknown> => {
  const request = new Request(`http://localhost/api/admin${path}`, {
    method,
    headers: { Authorization: key },
  });
  const response = await handle(request);
  assert.ok(response);
  const { message } = (await response.json()) as { readonly message: string };
  return [response.status, message];
};

assert.deepEqual(await ask('DELETE', '/strategies/sale', 'late'), [402, 'Renew "team".']);
const scheduled = '/projects/shop/change-requests/scheduled';
assert.deepEqual(await ask('GET', scheduled, 'ann'), [402, 'Renew "search".']);
assert.deepEqual(await ask('GET', '/strategies/sale', 'ann'), [402, 'Renew "sale".']);
const deleted = await useCases.deleteStrategy({ credentials: 'late', name: 'sale' });
assert.equal(deleted.isErr() && planOf(deleted.error), 'team');
