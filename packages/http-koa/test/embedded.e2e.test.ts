import Router from '@koa/router';
import { type Authorizer, makeUseCases } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import Koa, { type Context } from 'koa';
import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { notFoundHandler, createAdminRouter, type ErrorReport } from '../src/index.ts';
import { createAdminWorld, deletionsIn } from './admin-world.ts';
import { type App, errorIn, serve } from './serve.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';

/** A host that responds with the word on each of its own routes. */
function hostRouter(word: string): Router {
  const router = new Router();
  const response = (ctx: Context): void => {
    ctx.body = word;
  };
  router.put('/api/admin/strategies/throws', (ctx) => ctx.throw(418, 'short and stout'));
  router.get('/', response);
  router.get('/api/admin/strategies', response);
  router.get('/api/admin/strategies/:name', response);
  router.put('/api/admin/strategies/:name', response);
  router.options('/api/admin/strategies/:name', response);
  router.get('/api/admin/projects/:id/change-requests/:number', response);
  router.post('/api/admin/projects/:id/change-requests/scheduled', response);
  router.get('/api/admin/gone', (ctx) => {
    ctx.status = 410;
  });
  router.get('/api/admin/throws', (ctx) => ctx.throw(418, 'short and stout'));
  return router;
}

describe('in an app with routes of its own', () => {
  test.each([
    ['GET', '/', 'host'],
    ['GET', '/api/admin/strategies', 'host'],
    ['GET', STRATEGY, 'host'],
    ['PUT', STRATEGY, 'host'],
    ['OPTIONS', STRATEGY, 'host'],
    ['GET', '/api/admin/projects/default/change-requests/7', 'host'],
    ['POST', SEARCH, 'host'],
    ['GET', '/api/admin/gone', 'Gone'],
  ])("%s %s is the host's, wherever the router is mounted", async (method, path, body) => {
    const { useCases } = await createAdminWorld();
    const [before, after] = [
      await serve(
        new Koa().use(hostRouter('host').routes()).use(createAdminRouter(useCases).routes()),
      ),
      await serve(
        new Koa().use(createAdminRouter(useCases).routes()).use(hostRouter('host').routes()),
      ),
    ];

    expect((await before.ask(method, path)).body).toBe(body);
    expect((await after.ask(method, path)).body).toBe(body);
  });

  test('handles the two operations, and other methods of their paths', async () => {
    const { useCases, store } = await createAdminWorld(['byCountry']);
    const router = createAdminRouter(useCases).routes();
    const { ask } = await serve(new Koa().use(router).use(hostRouter('host').routes()));

    expect((await ask('GET', SEARCH)).body).toBe('[]');
    expect((await ask('DELETE', STRATEGY)).status).toBe(200);
    expect(errorIn(await ask('PATCH', STRATEGY))).toMatchObject({ status: 405 });
    expect(await deletionsIn(store)).toEqual(['alice: byCountry']);
  });

  test("leaves the host's errors to the host", async () => {
    const { useCases } = await createAdminWorld();
    const reports: ErrorReport[] = [];
    const report = (each: ErrorReport): void => void reports.push(each);
    const app = new Koa()
      .use(notFoundHandler(report))
      .use(createAdminRouter(useCases, { reportError: report }).routes())
      .use(hostRouter('host').routes());
    const { ask } = await serve(app);

    const responses = [
      await ask('GET', '/api/admin/throws'),
      await ask('PUT', '/api/admin/strategies/throws'),
    ];

    expect(responses).toMatchObject([
      { status: 418, body: 'short and stout' },
      { status: 418, body: 'short and stout' },
    ]);
    expect(reports).toEqual([]);
  });

  test('leaves what the host writes past Koa unchanged', async () => {
    const { useCases } = await createAdminWorld();
    const reports: ErrorReport[] = [];
    const report = (each: ErrorReport): void => void reports.push(each);
    const app = new Koa()
      .use(async (ctx, next) => {
        await next();
        if (ctx.respond === false) ctx.res.end('written late');
      })
      .use(notFoundHandler(report))
      .use(createAdminRouter(useCases, { reportError: report }).routes())
      .use((ctx) => {
        if (ctx.method === 'GET') ctx.res.writeHead(404).end('written at once');
        else ctx.respond = false;
      });
    const { ask } = await serve(app);

    const responses = [
      await ask('GET', '/events'),
      await ask('POST', '/events'),
      await ask('POST', STRATEGY),
    ];

    expect(responses).toMatchObject([
      { status: 404, body: 'written at once' },
      { status: 404, body: 'written late' },
      { status: 404, body: 'written late' },
    ]);
    expect(reports).toEqual([]);
  });

  test('leaves unknown paths to the host without notFoundHandler', async () => {
    const { useCases } = await createAdminWorld();
    const { ask } = await serve(new Koa().use(createAdminRouter(useCases).routes()));

    expect(await ask('GET', '/nowhere')).toMatchObject({ status: 404, body: 'Not Found' });
  });

  test('two routers serve side by side', async () => {
    const [one, other] = [
      await createAdminWorld(['byCountry']),
      await createAdminWorld(['byCountry']),
    ];
    const { ask } = await serve(
      new Koa()
        .use(createAdminRouter(one.useCases, { basePath: '/one' }).routes())
        .use(createAdminRouter(other.useCases, { basePath: '/other' }).routes()),
    );

    await ask('DELETE', `/other${STRATEGY}`);

    expect(await deletionsIn(one.store)).toEqual([]);
    expect(await deletionsIn(other.store)).toEqual(['alice: byCountry']);
  });

  test("can be nested in the host's router", async () => {
    const { useCases, store } = await createAdminWorld(['a/b']);
    const tenants = new Router();
    tenants.use('/tenants/:tenant', createAdminRouter(useCases).routes());
    const { ask } = await serve(new Koa().use(tenants.routes()));

    const responses = [
      await ask('GET', `/tenants/x${SEARCH}`),
      await ask('DELETE', '/tenants/x/api/admin/strategies/a%2Fb'),
      await ask('PUT', `/tenants/x${STRATEGY}`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 405]);
    expect(await deletionsIn(store)).toEqual(['alice: a/b']);
  });
});

describe('with credentials of its own', () => {
  interface Session {
    readonly name: string;
    readonly isAdmin: boolean;
  }

  function hostOf(credentialsOf: (ctx: Context) => Session | undefined): {
    readonly app: App;
    readonly store: ReturnType<typeof createMemoryStore>;
    readonly reports: readonly ErrorReport[];
  } {
    const store = createMemoryStore();
    const reports: ErrorReport[] = [];
    const authorizer: Authorizer<Session | undefined, Session> = {
      authenticate: (session) =>
        session === undefined ? errAsync({ type: 'AuthenticationRequired' }) : okAsync(session),
      authorize: ({ isAdmin }, permission) =>
        isAdmin ? okAsync() : errAsync({ type: 'NoAccess', permission }),
    };
    const { admit, deleteStrategy } = makeUseCases({ authorizer, store });
    const app = new Koa()
      .use(async (ctx, next) => {
        const user = ctx.get('X-User');
        if (user !== '') ctx.state['session'] = { name: user, isAdmin: user === 'bob' };
        await next();
      })
      .use(
        createAdminRouter<Session | undefined>(
          {
            admit,
            deleteStrategy,
            searchScheduledChangeRequests: () =>
              okAsync({ coverage: { kind: 'live' }, changeRequests: [] }),
          },
          { credentialsOf, reportError: (report) => reports.push(report) },
        ).routes(),
      );
    return { app, store, reports };
  }

  test('lets the host identify the caller of a request', async () => {
    const { app, store } = hostOf((ctx) => ctx.state['session']);
    await store.strategies.register(
      { name: 'byCountry', parameters: [], deprecated: false, editable: true },
      'test',
    );
    const { ask } = await serve(app);
    const as = (user: string) => ask('DELETE', STRATEGY, { headers: { 'X-User': user } });

    expect(errorIn(await ask('DELETE', STRATEGY))).toMatchObject({ status: 401 });
    expect(errorIn(await as('eve'))).toMatchObject({ status: 403, name: 'NoAccessError' });
    expect(await as('bob')).toMatchObject({ status: 200 });
    expect(await deletionsIn(store)).toEqual(['bob: byCountry']);
  });

  test('responds to an error thrown there as to a bug', async () => {
    const { app, reports } = hostOf((ctx) => ctx.throw(401, 'no session'));
    const { ask } = await serve(app);

    const response = await ask('DELETE', STRATEGY);

    expect(errorIn(response)).toMatchObject({ status: 500, name: 'InternalError' });
    expect(reports).toMatchObject([{ status: 500, error: { type: 'InternalError' } }]);
  });
});
