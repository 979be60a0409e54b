import { randomUUID } from 'node:crypto';
import type { Authorizer, Permission } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import type { Store } from '@forewarn/store';
import { createAdminRouter } from '@forewarn/http-koa';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';

/** What the app knows about a logged-in user. */
interface Session {
  readonly name: string;
  /** The projects of the user's teams. */
  readonly projects: readonly string[];
  readonly permissions: readonly Permission[];
}

const authorizer: Authorizer<Session | undefined, Session> = {
  authenticate: (session) =>
    session === undefined ? errAsync({ type: 'AuthenticationRequired' }) : okAsync(session),
  authorize: ({ projects, permissions }, permission, scope) =>
    permissions.includes(permission) &&
    (scope.projectId === undefined || projects.includes(scope.projectId))
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, ...scope }),
  permitted: ({ projects, permissions }, permission) =>
    okAsync(permissions.includes(permission) ? projects : []),
};

/** The admin API below `/flags`, for the users of the app's sessions. */
const adminRouter = (store: Store) =>
  createAdminRouter<Session | undefined>(makeUseCases({ authorizer, store }), {
    basePath: '/flags',
    credentialsOf: (ctx) => ctx.state['session'],
  });

/** An app with sessions of its own, and Forewarn below `/flags` for its logged-in users. */
export function createApp(store: Store, accounts: ReadonlyMap<string, Session>): Koa {
  const sessions = new Map<string, Session>();
  const app = new Koa();
  app.use(async (ctx, next) => {
    ctx.state['session'] = sessions.get(ctx.cookies.get('session') ?? '');
    await next();
  });
  app.use(async (ctx, next) => {
    if (ctx.method !== 'POST' || ctx.path !== '/login') return next();
    // Your own login is here: this one believes everybody.
    const account = accounts.get(String(ctx.query['user']));
    if (account === undefined) return ctx.throw(401);
    const id = randomUUID();
    sessions.set(id, account);
    ctx.cookies.set('session', id, { httpOnly: true, sameSite: 'strict' });
    ctx.body = `Hello ${account.name}.\n`;
  });
  app.use(adminRouter(store).routes());
  return app;
}
