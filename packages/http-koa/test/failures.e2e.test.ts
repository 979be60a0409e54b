import Koa from 'koa';
import { ResultAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type AdminRouterOptions,
  type AdminUseCases,
  type ApiKeyCredentials,
  createAdminRouter,
  errorHandler,
  type MapError,
  notFoundHandler,
  refuseOtherMethods,
} from '../src/index.ts';
import { ADMIN, createAdminWorld, deletionsIn, throwing } from '../../http/test/admin-world.ts';
import { errorIn, recorder } from '../../http/test/serve.ts';
import { serveApp } from './serve-app.ts';

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const UNKNOWN = '/api/admin/projects/nowhere/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/byCountry';

type UseCases = AdminUseCases<ApiKeyCredentials>;

describe('a bug', () => {
  const SECRET = 'select * from keys';

  test("goes to the app, with the response's id, without reportError", async () => {
    const cause = new Error(SECRET);
    const { ask, emitted } = await serveRouter(throwing(cause));

    const { id } = errorIn(await ask('GET', SEARCH));

    expect(emitted).toHaveLength(1);
    const [bug] = emitted;
    expect(bug).toBeInstanceOf(Error);
    expect(bug).toMatchObject({ cause });
    // Koa prints an error that has no listener.
    const { stack = '' } = bug as Error;
    expect(stack).toContain(id);
    expect(stack).toContain(cause.stack);
  });
});

describe('reportError', () => {
  test('changes no response when it throws', async () => {
    const cause = new Error('the log is full');
    const { ask, emitted } = await serveRouter(
      {},
      {
        reportError: () => {
          throw cause;
        },
      },
    );

    const response = await ask('DELETE', STRATEGY);

    expect(errorIn(response)).toMatchObject({ status: 404, name: 'NotFoundError' });
    expect(emitted).toMatchObject([{ cause }]);
  });
});

describe('mapError', () => {
  test('keeps the mapping when it throws, and reports the error to the app', async () => {
    const { ask, emitted } = await serveRouter(
      {},
      {
        mapError: () => {
          throw new Error('mapped badly');
        },
      },
    );

    expect(errorIn(await ask('GET', UNKNOWN))).toMatchObject({
      status: 404,
      name: 'NotFoundError',
    });
    expect(emitted).toHaveLength(1);
    expect(String(emitted[0])).toContain('mapped badly');
  });

  test('changes the errors of the middlewares, too', async () => {
    const mapError: MapError = (_error, mapping) => ({ ...mapping, name: 'PlatformError' });
    const { reportError } = recorder();
    const refuseOthers = refuseOtherMethods(['PUT'], reportError, mapError);
    const app = new Koa()
      .use(notFoundHandler(reportError, mapError))
      .use(errorHandler(reportError, mapError))
      .use((ctx, next) => {
        if (ctx.path === '/bug') throw new Error('a bug');
        return ctx.path === '/own' ? refuseOthers(ctx, next) : next();
      });
    const { ask } = await serveApp(app);

    for (const [path, status] of Object.entries({ '/nowhere': 404, '/bug': 500, '/own': 405 })) {
      expect(errorIn(await ask('GET', path))).toMatchObject({ status, name: 'PlatformError' });
    }
  });
});

describe('a client that goes away', () => {
  test.each(['destroy', 'reset'] as const)('is no bug: %s', async (how) => {
    const { useCases, store } = await createAdminWorld(['byCountry']);
    const begun = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const responded = Promise.withResolvers<void>();
    const { reports, reportError } = recorder();
    const deleteStrategy: UseCases['deleteStrategy'] = (command) => {
      begun.resolve();
      return ResultAsync.fromSafePromise(gone.promise).andThen(() =>
        useCases.deleteStrategy(command),
      );
    };
    const app = new Koa()
      .use(async (ctx, next) => {
        ctx.res.once('close', gone.resolve);
        await next();
        responded.resolve();
      })
      .use(createAdminRouter({ ...useCases, deleteStrategy }, { reportError }).routes());
    const { begin } = await serveApp(app);

    const sent = begin('DELETE', STRATEGY, { Authorization: ADMIN }).end();
    await begun.promise;
    if (how === 'reset') sent.socket?.resetAndDestroy();
    else sent.destroy();
    await responded.promise;

    expect(await deletionsIn(store)).toEqual(['alice: byCountry']);
    expect(reports).toEqual([]);
  });
});

/** Serves the router, by default without `reportError`. */
async function serveRouter(
  others: Partial<UseCases>,
  options: AdminRouterOptions<ApiKeyCredentials> = {},
) {
  const { useCases } = await createAdminWorld();
  return serveApp(new Koa().use(createAdminRouter({ ...useCases, ...others }, options).routes()));
}

test('a request target that Koa throws on is a 400, not a bug, with errorHandler', async () => {
  const { reports, reportError } = recorder();
  const app = new Koa().use(errorHandler(reportError)).use(notFoundHandler(reportError));
  const { ask } = await serveApp(app);

  expect(errorIn(await ask('GET', 'http://[::1/'))).toMatchObject({
    status: 400,
    name: 'BadDataError',
    message: 'the request target: expected a path or a URL.',
  });
  expect(reports.map(({ error }) => error.type)).toEqual(['BadData']);
});
