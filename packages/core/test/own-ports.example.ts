import { makeSearchScheduledChangeRequests, matchesAny, type Target } from '@forewarn/core';
import { err, ok } from 'neverthrow';

const touched: readonly Target[] = [{ kind: 'feature', name: 'checkout' }];

export const search = makeSearchScheduledChangeRequests<string>({
  authorizer: {
    authenticate: async (key) =>
      key === 'secret' ? ok({ name: 'alice' }) : err({ type: 'AuthenticationRequired' }),
    authorize: async () => ok(),
  },
  reader: {
    search: async ({ projectId, anyOf }) =>
      projectId === 'default'
        ? ok({
            coverage: { kind: 'live' },
            changeRequests: matchesAny(touched, anyOf)
              ? [{ id: 42, environment: 'production' }]
              : [],
          })
        : err({ type: 'ProjectNotFound', projectId }),
  },
});
