import Router from '@koa/router';
import type { Authorizer } from '@forewarn/core';
import { makeUseCases } from '@forewarn/use-cases';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa, { type Context } from 'koa';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createAdminRouter, notFoundHandler } from '../src/index.ts';
import { createAdminWorld, deletionsIn } from '../../http/test/admin-world.ts';
import { errorIn, json, recorder } from '../../http/test/serve.ts';
import { serveApp } from './serve-app.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';

const HOST_ROUTES = [
  ['GET', '/', 'host'],
  ['GET', '/api/admin/strategies', 'host'],
  ['GET', STRATEGY, 'host'],
  ['PUT', STRATEGY, 'host'],
  ['OPTIONS', STRATEGY, 'host'],
  ['GET', '/api/admin/projects/default/change-requests/7', 'host'],
  ['POST', SEARCH, 'host'],
  ['GET', '/api/admin/gone', 'Gone'],
] as const;

/** The routes of a host that responds with `host`, says that something is gone, or throws. */
function hostRoutes() {
  const router = new Router();
  const throwing = (ctx: Context) => ctx.throw(418, 'short and stout');
  router.put('/api/admin/strategies/throws', throwing);
  router.get('/api/admin/throws', throwing);
  for (const [method, path, body] of HOST_ROUTES) {
    router.register(path, [method], (ctx: Context) => {
      if (body === 'Gone') ctx.status = 410;
      else ctx.body = body;
    });
  }
  return router.routes();
}

describe('in an app with routes of its own', () => {
  test.each(HOST_ROUTES)(
    "%s %s is the host's, wherever the router is mounted",
    async (method, path, body) => {
      const { useCases } = await createAdminWorld();
      const routes = createAdminRouter(useCases).routes();
      const before = await serveApp(new Koa().use(hostRoutes()).use(routes));
      const after = await serveApp(new Koa().use(routes).use(hostRoutes()));

      expect((await before.ask(method, path)).body).toBe(body);
      expect((await after.ask(method, path)).body).toBe(body);
    },
  );

  test("leaves the host's errors to the host", async () => {
    const { useCases } = await createAdminWorld();
    const { reports, reportError } = recorder();
    const app = new Koa()
      .use(notFoundHandler(reportError))
      .use(createAdminRouter(useCases, { reportError }).routes())
      .use(hostRoutes());
    const { ask } = await serveApp(app);

    const thrown = { status: 418, body: 'short and stout' };
    expect(await ask('GET', '/api/admin/throws')).toMatchObject(thrown);
    expect(await ask('PUT', '/api/admin/strategies/throws')).toMatchObject(thrown);
    expect(reports).toEqual([]);
  });

  test('leaves what the host writes past Koa unchanged', async () => {
    const { useCases } = await createAdminWorld();
    const { reports, reportError } = recorder();
    const app = new Koa()
      .use(async (ctx, next) => {
        await next();
        if (ctx.respond === false) ctx.res.end('written late');
      })
      .use(notFoundHandler(reportError))
      .use(createAdminRouter(useCases, { reportError }).routes())
      .use((ctx) => {
        if (ctx.method === 'GET') ctx.res.writeHead(404).end('written at once');
        else ctx.respond = false;
      });
    const { ask } = await serveApp(app);

    expect(await ask('GET', '/events')).toMatchObject({ status: 404, body: 'written at once' });
    expect(await ask('POST', '/events')).toMatchObject({ status: 404, body: 'written late' });
    expect(await ask('POST', STRATEGY)).toMatchObject({ status: 404, body: 'written late' });
    expect(reports).toEqual([]);
  });

  test("can be nested in the host's router", async () => {
    const { useCases, store } = await createAdminWorld(['a/b']);
    const tenants = new Router();
    tenants.use('/tenants/:tenant', createAdminRouter(useCases).routes());
    const { ask } = await serveApp(new Koa().use(tenants.routes()));

    expect((await ask('GET', `/tenants/x${SEARCH}`)).status).toBe(200);
    expect((await ask('DELETE', '/tenants/x/api/admin/strategies/a%2Fb')).status).toBe(200);
    expect((await ask('PUT', `/tenants/x${STRATEGY}`)).status).toBe(405);
    expect(await deletionsIn(store)).toEqual(['alice: a/b']);
  });
});

test("takes no parameter of the host's router for a project", async () => {
  const authorizer: Authorizer<string | undefined> = {
    authenticate: () => okAsync({ name: 'alice' }),
    authorize: (_principal, permission, { projectId }) =>
      projectId === undefined ? okAsync() : errAsync({ type: 'NoAccess', permission, projectId }),
  };
  const useCases = makeUseCases({ authorizer, store: createMemoryStore() });
  const tenants = new Router();
  tenants.use('/tenants/:projectId', createAdminRouter(useCases).routes());
  const { ask } = await serveApp(new Koa().use(tenants.routes()));
  const definition = json({ name: 'byCountry', parameters: [] });

  const { status } = await ask('POST', '/tenants/x/api/admin/strategies', definition);

  expect(status).toBe(201);
});

describe('with credentials of its own', () => {
  interface Session {
    readonly name: string;
    readonly isAdmin: boolean;
  }

  async function serveHost(credentialsOf: (ctx: Context) => Session | undefined) {
    const store = createMemoryStore();
    const { reports, reportError } = recorder();
    const authorizer: Authorizer<Session | undefined, Session> = {
      authenticate: (session) =>
        session === undefined ? errAsync({ type: 'AuthenticationRequired' }) : okAsync(session),
      authorize: ({ isAdmin }, permission) =>
        isAdmin ? okAsync() : errAsync({ type: 'NoAccess', permission }),
    };
    const app = new Koa()
      .use(async (ctx, next) => {
        const user = ctx.get('X-User');
        if (user !== '') ctx.state['session'] = { name: user, isAdmin: user === 'bob' };
        await next();
      })
      .use(
        createAdminRouter<Session | undefined>(makeUseCases({ authorizer, store }), {
          credentialsOf,
          reportError,
        }).routes(),
      );
    return { ...(await serveApp(app)), store, reports };
  }

  test('lets the host identify the caller of a request', async () => {
    const { ask, store } = await serveHost((ctx) => ctx.state['session']);
    const definition = { name: 'byCountry', parameters: [], deprecated: false, editable: true };
    await store.strategies.register(definition, 'test');
    const as = (user: string) => ask('DELETE', STRATEGY, { headers: { 'X-User': user } });

    expect(errorIn(await ask('DELETE', STRATEGY))).toMatchObject({ status: 401 });
    expect(errorIn(await as('eve'))).toMatchObject({ status: 403, name: 'NoAccessError' });
    expect(await as('bob')).toMatchObject({ status: 200 });
    expect(await deletionsIn(store)).toEqual(['bob: byCountry']);
  });

  test('responds to an error thrown there as to a bug', async () => {
    const { ask, reports } = await serveHost((ctx) => ctx.throw(401, 'no session'));

    const response = await ask('DELETE', STRATEGY);

    expect(errorIn(response)).toMatchObject({ status: 500, name: 'InternalError' });
    expect(reports).toMatchObject([{ status: 500, error: { type: 'InternalError' } }]);
  });
});
