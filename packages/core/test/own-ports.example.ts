import { makeSearchScheduledChangeRequests, matchesAny, type Target } from '@forewarn/core';
import { errAsync, okAsync } from 'neverthrow';

const touched: readonly Target[] = [{ kind: 'feature', name: 'checkout' }];

export const search = makeSearchScheduledChangeRequests<string>({
  authorizer: {
    authenticate: (key) =>
      key === 'secret' ? okAsync({ name: 'alice' }) : errAsync({ type: 'AuthenticationRequired' }),
    authorize: () => okAsync(),
  },
  reader: {
    search: ({ projectId, anyOf }) =>
      projectId === 'default'
        ? okAsync({
            coverage: { kind: 'live' },
            changeRequests: matchesAny(touched, anyOf)
              ? [{ id: 42, environment: 'production' }]
              : [],
          })
        : errAsync({ type: 'ProjectNotFound', projectId }),
  },
});
