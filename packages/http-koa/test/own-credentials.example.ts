import { type Authorizer, makeUseCases, type Permission, type Store } from '@forewarn/core';
import { createAdminRouter } from '@forewarn/http-koa';
import { errAsync, okAsync } from 'neverthrow';

/** What the app's own login leaves in `ctx.state.session`. */
export interface Session {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

const authorizer: Authorizer<Session | undefined, Session> = {
  authenticate: (session) =>
    session === undefined ? errAsync({ type: 'AuthenticationRequired' }) : okAsync(session),
  authorize: ({ permissions }, permission, scope) =>
    permissions.includes(permission)
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, ...scope }),
};

export const adminRouterOver = (store: Store) =>
  createAdminRouter<Session | undefined>(makeUseCases({ authorizer, store }), {
    credentialsOf: (ctx) => ctx.state['session'],
  });
