import {
  type Authorizer,
  makeDeleteStrategy,
  makeSearchScheduledChangeRequests,
  type Permission,
  type Store,
} from '@forewarn/core';
import { createAdminRouter } from '@forewarn/http-koa';
import { errAsync, okAsync } from 'neverthrow';

/** What the app's own login leaves in `ctx.state.session`. */
export interface Session {
  readonly user: string;
  readonly permissions: readonly Permission[];
}

const authorizer: Authorizer<Session | undefined> = {
  authorize: ({ credentials: session, ...asked }) => {
    if (session === undefined) return errAsync({ type: 'AuthenticationRequired' });
    const isAllowed = asked.permission === 'NONE' || session.permissions.includes(asked.permission);
    return isAllowed ? okAsync({ name: session.user }) : errAsync({ type: 'NoAccess', ...asked });
  },
};

export const adminRouterOver = (store: Store) =>
  createAdminRouter<Session | undefined>(
    {
      searchScheduledChangeRequests: makeSearchScheduledChangeRequests({ authorizer, ...store }),
      deleteStrategy: makeDeleteStrategy({ authorizer, ...store }),
    },
    { credentialsOf: (ctx) => ctx.state['session'] },
  );
