import { randomUUID } from 'node:crypto';
import {
  type Authorizer,
  makeDeleteStrategy,
  makeSearchScheduledChangeRequests,
  type Permission,
  type Store,
} from '@forewarn/core';
import { createAdminRouter } from '@forewarn/http-koa';
import Koa from 'koa';
import { errAsync, okAsync } from 'neverthrow';

/** What the app knows of somebody who has logged in. */
interface Session {
  readonly user: string;
  /** The projects of the teams that the user is in. */
  readonly projects: readonly string[];
  readonly permissions: readonly Permission[];
}

const authorizer: Authorizer<Session | undefined> = {
  authorize: ({ credentials: session, ...asked }) => {
    if (session === undefined) return errAsync({ type: 'AuthenticationRequired' });
    const { user, projects, permissions } = session;
    const isTheirs = asked.projectId === undefined || projects.includes(asked.projectId);
    const isAllowed = asked.permission === 'NONE' || permissions.includes(asked.permission);
    return isTheirs && isAllowed
      ? okAsync({ name: user })
      : errAsync({ type: 'NoAccess', ...asked });
  },
};

/** The admin API below `/flags`, for whoever the app's sessions say. */
const adminRouter = (store: Store) =>
  createAdminRouter<Session | undefined>(
    {
      searchScheduledChangeRequests: makeSearchScheduledChangeRequests({ authorizer, ...store }),
      deleteStrategy: makeDeleteStrategy({ authorizer, ...store }),
    },
    { basePath: '/flags', credentialsOf: (ctx) => ctx.state['session'] },
  );

/** An app with sessions of its own, and Forewarn below `/flags` for whoever is logged in. */
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
    ctx.body = `Hello ${account.user}.\n`;
  });
  app.use(adminRouter(store).routes());
  return app;
}
